import { describe, expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import type { StalePost } from '#contract/posts.ts'
import { type Answers, anEditablePost, aSavedPost, aSource, lists } from '#tests/admin/answers.ts'
import { openEditor } from '#tests/admin/open-dashboard.tsx'
import { aCard } from '#tests/helpers/cards.ts'
import { converting } from '#tests/writing/open-visual-editor.tsx'

const base = aSource({ content: 'One.\n\nTwo.\n\nThree.' })
const current = aSource({
  ...base,
  title: 'Their title',
  content: 'One.\n\nTheir two.\n\nThree.',
  summary: '<p>Theirs.</p>',
  revision: 'r2',
})
const stale = (changes: Partial<StalePost> = {}): StalePost => ({
  message: 'This post has been changed since you opened it.',
  base,
  current,
  merged: { ...current, image_alt: 'My loaves' },
  theirs: ['summary'],
  overlaps: [
    { field: 'title', base: base.title, mine: 'My title', theirs: 'Their title' },
    { field: 'content', base: 'Two.\n', mine: 'My two.\n', theirs: 'Their two.\n' },
  ],
  around: ['One.\n\n', '\nThree, as I have it.\n'],
  ...changes,
})
const CALL = 'POST /api/blog-posts/plan-a-bake'

/** An editor whose save conflicts with another change; a save with the other side's revision succeeds. */
async function meeting(found: StalePost = stale(), more: Answers = {}, name = 'Someone else edited the same parts') {
  const dashboard = await openEditor(
    {
      ...lists({ posts: [aCard({ id: base.id, title: base.title })] }),
      'GET /api/blog-posts/plan-a-bake': () => ({ body: anEditablePost(base) }),
      [CALL]: ({ form }) => (form?.get('revision') === 'r2' ? { body: aSavedPost() } : { status: 409, body: found }),
      ...more,
    },
    /^Edit/,
  )
  const { user, editor, calls } = dashboard
  const title = () => screen.getByLabelText<HTMLInputElement>('Title')
  const save = () => user.click(within(editor).getByRole('button', { name: 'Update Post' }))
  await user.clear(title())
  await user.type(title(), 'My title')
  await save()
  const heading = await screen.findByRole('heading', { name })
  const conflict = (name: string) => screen.getByRole('group', { name })
  const take = (name: string, way: string) => user.click(within(conflict(name)).getByRole('radio', { name: way }))
  return { ...dashboard, title, save, heading, conflict, take, sent: () => calls(CALL).at(-1)?.form }
}

describe('the merge conflict dialog', () => {
  test('focuses its heading and shows the base and both versions with their differences', async () => {
    const { heading, conflict } = await meeting()
    expect(document.activeElement).toBe(heading)
    const versions = within(conflict('Title')).getAllByRole('figure')
    expect(versions.map((one) => one.getAttribute('aria-label'))).toEqual([
      'Title, Before',
      'Title, Their text',
      'Title, Your text',
    ])
    expect(versions[1]?.querySelector('ins')?.textContent).toContain('Their')
    expect(versions[1]?.querySelector('del')?.textContent).toContain('How to plan')
    expect(conflict('Content').textContent).toContain('Three, as I have it.')
    expect(screen.getByText('the summary, as they changed it;')).toBeTruthy()
    expect(screen.getByText('the image description, as you changed it;')).toBeTruthy()
    expect(screen.getByText('0 of 2 decided.')).toBeTruthy()
  })

  test('shows of a long text that was rewritten only what it says now, next to the text before', async () => {
    const written = (text: string) => text.repeat(9)
    const rewritten = {
      field: 'content',
      base: written('Bake the bread at night. '),
      theirs: 'Sold.',
      mine: 'Bake.',
    } as const
    const { conflict } = await meeting(stale({ overlaps: [rewritten] }))
    const version = (name: string) => within(conflict('Content')).getByRole('figure', { name: `Content, ${name}` })
    expect(version('Before').textContent).toContain('Bake the bread at night.')
    expect(version('Their text').textContent).not.toContain('Bake the bread')
    expect(version('Their text').querySelector('ins')?.textContent).toBe('Sold.')
    expect(version('Your text').querySelector('del')?.textContent).toContain('the bread at night')
  })

  test('requests no image by a name in the folder of the post, which is no URL', async () => {
    const found = stale({
      overlaps: [{ field: 'image', base: 'posts/4f0c-1600x900.webp', mine: 'cover.jpg', theirs: './door.jpg' }],
    })
    await meeting(found)
    expect(screen.getByText('cover.jpg')).toBeTruthy()
    const shown = [...document.querySelectorAll('figure img')].map((image) => image.getAttribute('src'))
    expect(shown).toEqual(['/storage/posts/4f0c-1600x900.webp'])
  })

  test('saves their version of one conflict and my version of another, with everything that merged', async () => {
    const { take, save, sent } = await meeting()
    await take('Title', 'Take theirs')
    await take('Content', 'Keep mine')
    expect(screen.getByText('2 of 2 decided.')).toBeTruthy()
    await save()
    expect(await screen.findByText('Post updated')).toBeTruthy()
    expect(Object.fromEntries(sent() ?? [])).toMatchObject({
      title: 'Their title',
      content: 'One.\n\nMy two.\n\nThree, as I have it.',
      summary: '<p>Theirs.</p>',
      image_alt: 'My loaves',
      revision: 'r2',
    })
  })

  test('accepts a third text, prefilled with both versions', async () => {
    const { take, save, sent, user } = await meeting()
    await take('Title', 'Keep mine')
    await take('Content', 'Write it myself')
    const own = screen.getByLabelText<HTMLTextAreaElement>('Content, as you write it')
    expect(own.value).toBe('Their two.\n\nMy two.')
    await user.clear(own)
    await user.type(own, 'Third.')
    await save()
    await waitFor(() => expect(sent()?.get('content')).toBe('One.\n\nThird.\n\nThree, as I have it.'))
    expect(sent()?.get('title')).toBe('My title')
  })

  test('names the other person, and takes one version of everything at once', async () => {
    const { save, sent, user } = await meeting(stale({ by: 'Ann' }), {}, 'Ann edited the same parts')
    expect(screen.getByRole('figure', { name: 'Title, Ann’s text' })).toBeTruthy()
    expect(screen.getAllByRole('radio', { name: 'Take Ann’s' })).toHaveLength(2)
    expect(screen.getByText('the summary, as Ann changed it;')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Take all of Ann’s' }))
    expect(screen.getByText('2 of 2 decided.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Keep all mine' }))
    await save()
    await waitFor(() => expect(sent()?.get('content')).toBe('One.\n\nMy two.\n\nThree, as I have it.'))
    expect(sent()?.get('title')).toBe('My title')
  })

  describe('with the words of each version', () => {
    const source = { base: '<p><b>Two</b>.</p>\n', mine: '<p>Two.</p>\n', theirs: '<p><i>Two</i>.</p>\n' }
    const words = { base: 'Two.\n', mine: 'Two.\n', theirs: 'Two.\n', above: 'One.', below: 'Three.' }
    const formatting = { mine: ['“Two” is no longer bold.'], theirs: ['“Two” is italic.'] }
    const of = (told: typeof formatting) =>
      stale({ overlaps: [{ field: 'content', ...source, words: { ...words, formatting: told } }] })

    test('shows these instead of tags, says what else changed, and has the tags for those who want them', async () => {
      const { conflict } = await meeting(of(formatting))
      const version = (name: string) => within(conflict('Content')).getByRole('figure', { name })
      expect(version('Content, Your text').textContent).toContain('“Two” is no longer bold.')
      expect(version('Content, Their text').textContent).toContain('“Two” is italic.')
      expect(version('Content, Your text').textContent).not.toContain('<p>')
      expect(screen.queryByText(/Both read the same/)).toBeNull()
      expect(screen.queryByRole('button', { name: 'Keep all mine' })).toBeNull()
      expect(version('Content in the file, Your text').textContent).toContain('<p>')
    })

    test('says that both read the same where only the source differs', async () => {
      await meeting(of({ mine: [], theirs: [] }))
      expect(screen.getByText(/Both read the same/)).toBeTruthy()
    })
  })

  describe('a text of one’s own for whole blocks', () => {
    const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
    const whole = () =>
      stale({
        overlaps: stale().overlaps.flatMap((one) =>
          one.field === 'content' ? [{ ...one, both: 'Their two.\n\nMy two.\n' }] : [],
        ),
      })
    const open = async () => {
      const shown = await meeting(
        whole(),
        converting([paragraph('Their two.'), paragraph('My two.')], { written: 'Third.' }),
      )
      await shown.take('Content', 'Write it myself')
      return { ...shown, text: await within(shown.conflict('Content')).findByRole('textbox', { name: 'Content' }) }
    }

    test('is written in the visual editor, and saved with what was typed last', async () => {
      const { text, save, sent, user, conflict, calls } = await open()
      expect(text.textContent).toBe('Their two.My two.')
      expect(calls('POST /api/writing/document')[0]?.json).toEqual({ format: 'html', content: 'Their two.\n\nMy two.' })
      await user.click(await within(conflict('Content')).findByRole('button', { name: /^Horizontal rule/ }))
      await save()
      await waitFor(() => expect(sent()?.get('content')).toBe('One.\n\nThird.\n\nThree, as I have it.'))
    })

    test('can be written as it is in the file', async () => {
      const { save, sent, user } = await open()
      await user.click(screen.getByRole('button', { name: 'Edit as HTML' }))
      const own = await screen.findByLabelText<HTMLTextAreaElement>('Content, as you write it')
      await user.clear(own)
      await user.type(own, 'Mine alone.')
      await save()
      await waitFor(() => expect(sent()?.get('content')).toBe('One.\n\nMine alone.\n\nThree, as I have it.'))
    })
  })

  test('does not save before every conflict is resolved', async () => {
    const { take, save, calls } = await meeting()
    await take('Title', 'Keep mine')
    await save()
    expect(calls(CALL)).toHaveLength(1)
    expect(screen.getByText('1 of 2 decided.')).toBeTruthy()
  })

  test('keeps my text and my choices when I go back to the form', async () => {
    const { take, save, title, user } = await meeting()
    await take('Content', 'Write it myself')
    await user.type(screen.getByLabelText('Content, as you write it'), ' And more.')
    await user.click(screen.getByRole('button', { name: 'Back to my text' }))
    expect(title().value).toBe('My title')
    expect(localStorage.getItem('post-draft:plan-a-bake')).toContain('My title')
    await save()
    const own = await screen.findByLabelText<HTMLTextAreaElement>('Content, as you write it')
    expect(own.value).toBe('Their two.\n\nMy two. And more.')
  })

  test('asks again after a third change, with earlier choices as my version', async () => {
    const third = stale({
      current: { ...current, title: 'Third title', revision: 'r3' },
      overlaps: [{ field: 'title', base: 'Their title', mine: 'My title', theirs: 'Third title' }],
      around: ['One.'],
    })
    const { take, save, conflict, title, user } = await meeting(stale(), {
      [CALL]: ({ form }) => ({ status: 409, body: form?.get('revision') === 'r2' ? third : stale() }),
    })
    await take('Title', 'Keep mine')
    await take('Content', 'Keep mine')
    await save()
    await waitFor(() => expect(conflict('Title').textContent).toContain('Third title'))
    await user.click(screen.getByRole('button', { name: 'Back to my text' }))
    expect(title().value).toBe('My title')
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Content/).value).toContain('My two.')
  })

  test('shows both versions when the base is unknown', async () => {
    const { conflict } = await meeting(stale({ base: null }))
    expect(within(conflict('Title')).getAllByRole('figure')).toHaveLength(2)
    expect(screen.getByText(/is no longer available/)).toBeTruthy()
  })

  test('shows names of categories and tags, and conflict markers are not part of a text', async () => {
    const { conflict, take, save, sent } = await meeting(
      stale({
        overlaps: [
          { field: 'category_id', base: 'production', mine: 'shipping', theirs: 'production' },
          { field: 'tags', base: ['bakery'], mine: ['milk', 'bakery'], theirs: ['bakery', 'cut-off-times'] },
          { field: 'draft', base: false, mine: true, theirs: false },
        ],
        around: ['One.'],
      }),
      { 'POST /api/tags': () => ({ status: 201, body: { created: [], message: '' } }) },
    )
    expect(conflict('Category').textContent).toContain('Shipping')
    expect(conflict('Tags').textContent).toContain('Milk, ')
    expect(within(conflict('Draft')).getAllByRole('radio')).toHaveLength(2)
    await take('Category', 'Keep mine')
    await take('Tags', 'Write it myself')
    expect(screen.getByLabelText<HTMLInputElement>('Tags, as you write it').value).toBe('Bakery, Cut-off times, Milk')
    await take('Draft', 'Keep mine')
    await save()
    await waitFor(() => expect(sent()?.getAll('tags[]')).toEqual(['bakery', 'cut-off-times', 'milk']))
    expect([sent()?.get('category_id'), sent()?.get('draft')]).toEqual(['shipping', 'true'])
  })
})

test('shows what was merged automatically until it is dismissed', async () => {
  const { user, editor } = await openEditor(
    {
      ...lists({ posts: [aCard({ id: base.id, title: base.title })] }),
      'GET /api/blog-posts/plan-a-bake': () => ({ body: anEditablePost(base) }),
      [CALL]: () => ({ body: aSavedPost({ merged: ['title', 'content'] }) }),
    },
    /^Edit/,
  )
  await user.click(within(editor).getByRole('button', { name: 'Update Post' }))
  const notice = await screen.findByText(
    'Saved. Someone else changed the title and the content of this post since you opened it; both changes are in.',
  )
  await user.click(within(notice.closest('[role=alert]') as HTMLElement).getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/both changes are in/)).toBeNull()
})
