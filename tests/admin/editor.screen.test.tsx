import { describe, expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import { type Answers, aName, anEditablePost, aSavedPost, aSource, lists } from '#tests/admin/answers.ts'
import { openDashboard, openEditor } from '#tests/admin/open-dashboard.tsx'
import { aCard } from '#tests/helpers/cards.ts'
import { anImage, listOf } from '#tests/media/open-media.tsx'

const source = aSource()
const withPost = (more: Answers = {}): Answers => ({
  ...lists({ posts: [aCard({ id: source.id, title: source.title })] }),
  'GET /api/blog-posts/plan-a-bake': () => ({ body: anEditablePost(source) }),
  ...more,
})
const editButton = /^Edit/
const field = (label: string) => within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(label)
const picture = new File(['…'], 'shelf.png', { type: 'image/png' })

describe('creating a post in the editor', () => {
  test('names and marks every missing required field and sends nothing', async () => {
    const { user, editor, asked } = await openEditor(lists(), /Create Post/)
    await user.click(within(editor).getByRole('button', { name: 'Create Post' }))
    const alert = await within(editor).findByRole('alert')
    expect(alert.textContent).toContain('You have errors on the form in the field(s) Title, Summary, Content, Category')
    expect(document.activeElement).toBe(alert)
    for (const label of ['Title', 'Summary', 'Content', 'Category'])
      expect(screen.getByText(`${label} is required.`)).toBeTruthy()
    expect(asked.some(({ call }) => call.startsWith('POST'))).toBe(false)
  })

  test('sends all fields as multipart, closes the editor, reloads the lists and resets the form', async () => {
    const { user, editor, calls } = await openEditor(
      { ...lists(), 'POST /api/blog-posts': () => ({ status: 201, body: aSavedPost() }) },
      /Create Post/,
    )
    await user.type(field('Title'), 'Shelves')
    await user.type(field('Summary (HTML)'), 'Short')
    await user.type(field('Content (HTML)'), 'Long')
    await user.selectOptions(field('Category'), 'Shipping')
    await user.type(field('Tags'), 'milk, bak')
    await user.upload(field('Featured Image'), picture)
    await user.click(within(editor).getByRole('button', { name: 'Create Post' }))
    expect(await screen.findByText('Post created')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    const { form } = calls('POST /api/blog-posts')[0] ?? {}
    expect(form?.get('title')).toBe('Shelves')
    expect(form?.get('category_id')).toBe('shipping')
    expect(form?.getAll('tags[]')).toEqual(['milk', 'bakery'])
    expect(form?.get('draft')).toBe('false')
    expect(form?.has('revision')).toBe(false)
    const image = form?.get('image')
    expect(image instanceof File && image.name).toBe('shelf.png')
    expect(calls('GET /api/blog-posts')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: /Create Post/ }))
    expect(field('Title').value).toBe('')
    expect(screen.queryByText('shelf.png')).toBeNull()
    expect(screen.queryByRole('button', { name: /Restore/ })).toBeNull()
  })

  test('asks only for a title where Draft is checked, and says when visitors see the post', async () => {
    const { user, editor, calls } = await openEditor(
      { ...lists(), 'POST /api/blog-posts': () => ({ status: 201, body: aSavedPost() }) },
      /Create Post/,
    )
    const draft = within(editor).getByRole('checkbox', { name: 'Draft: visitors do not see it' })
    const hint = () => document.getElementById(draft.getAttribute('aria-describedby') ?? '')?.textContent
    const required = () => ['Summary (HTML)', 'Content (HTML)', 'Category'].filter((label) => field(label).required)
    expect([hint(), required()]).toEqual([
      'Visitors see the post as soon as it is saved.',
      ['Summary (HTML)', 'Content (HTML)', 'Category'],
    ])
    await user.click(draft)
    expect([hint(), required()]).toEqual(['It needs only a title.', []])
    await user.type(field('Title'), 'Shelves')
    await user.click(within(editor).getByRole('button', { name: 'Create Post' }))
    expect(await screen.findByText('Post created')).toBeTruthy()
    expect(calls('POST /api/blog-posts')[0]?.form?.get('draft')).toBe('true')
  })

  test('stays open at Escape, as Help says', async () => {
    const { user, editor } = await openEditor(lists(), /Create Post/)
    await user.keyboard('{Escape}{Escape}')
    expect(screen.getByRole('dialog', { name: 'Create Blog Post' })).toBe(editor)
  })

  test('ignores a second click while a save is in progress', async () => {
    const { user, editor, calls } = await openEditor(
      withPost({ 'POST /api/blog-posts/plan-a-bake': () => new Promise(() => {}) }),
      editButton,
    )
    await user.click(within(editor).getByRole('button', { name: 'Update Post' }))
    await user.click(await within(editor).findByRole('button', { name: /Saving/ }))
    expect(calls('POST /api/blog-posts/plan-a-bake')).toHaveLength(1)
  })

  test('shows a server error at its field and in the alert, and keeps the text', async () => {
    const { user, editor } = await openEditor(
      withPost({
        'POST /api/blog-posts/plan-a-bake': () => ({
          status: 422,
          body: {
            message: 'Please check the marked fields.',
            errors: { title: { message: 'Title must be one line.' } },
          },
        }),
      }),
      editButton,
    )
    await user.type(field('Title'), '!')
    await user.click(within(editor).getByRole('button', { name: 'Update Post' }))
    const alert = await within(editor).findByRole('alert')
    expect(alert.textContent).toContain('Please check the marked fields. Title must be one line.')
    expect(field('Title').getAttribute('aria-invalid')).toBe('true')
    expect(field('Title').value).toBe('How to plan a bake!')
  })
})

describe('editing a post in the editor', () => {
  test('shows the source, says that the image is kept, and sends the revision it started from', async () => {
    const { user, editor, calls } = await openEditor(
      withPost({ 'POST /api/blog-posts/plan-a-bake': () => ({ body: aSavedPost() }) }),
      editButton,
    )
    expect(editor.getAttribute('aria-labelledby')).toBeTruthy()
    expect(screen.getByRole('dialog', { name: 'Edit Blog Post' })).toBe(editor)
    expect(field('Content (HTML)').value).toBe('<p>Long.</p>')
    expect(screen.getByText('4f0c-1600x900.webp')).toBeTruthy()
    expect(screen.getByText('Current image will be kept')).toBeTruthy()
    await user.click(within(editor).getByRole('button', { name: 'Update Post' }))
    expect(await screen.findByText('Post updated')).toBeTruthy()
    const [update] = calls('POST /api/blog-posts/plan-a-bake')
    expect(update?.query.get('_method')).toBe('PUT')
    expect(update?.form?.get('revision')).toBe('r1')
    expect(update?.form?.has('image')).toBe(false)
  })

  test('shows the image in the folder of the post from where it is stored', async () => {
    const inFolder = aSource({ has_folder: true, image: 'cover.jpg' })
    const { editor, calls } = await openEditor(
      withPost({
        'GET /api/blog-posts/plan-a-bake': () => ({ body: anEditablePost(inFolder) }),
        'GET /api/media': () => listOf(anImage({ file: 'content/posts/plan-a-bake/cover.jpg', url: 'cover.jpg' })),
      }),
      editButton,
    )
    await waitFor(() => expect(editor.querySelector('img')?.getAttribute('src')).toContain(anImage().path))
    expect(calls('GET /api/media')[0]?.query.get('post')).toBe('plan-a-bake')
  })

  test('edits a Markdown post as Markdown', async () => {
    const md = aSource({ format: 'md', content: '# Long' })
    await openEditor(withPost({ 'GET /api/blog-posts/plan-a-bake': () => ({ body: anEditablePost(md) }) }), editButton)
    expect(field('Content (Markdown)').value).toBe('# Long')
  })

  test('reports a post that cannot be loaded as an alert of the dashboard', async () => {
    const { user } = openDashboard(
      withPost({ 'GET /api/blog-posts/plan-a-bake': () => ({ status: 404, body: { message: 'It is gone.' } }) }),
    )
    await user.click(await screen.findByRole('button', { name: editButton }))
    expect((await screen.findByRole('alert')).textContent).toContain('It is gone.')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('rejects files that are not images or too large in the picker, and keeps the current image', async () => {
    const { user } = await openEditor(withPost(), editButton)
    const picker = field('Featured Image')
    picker.removeAttribute('accept')
    await user.upload(picker, new File(['x'], 'notes.txt', { type: 'text/plain' }))
    expect(screen.getByText(/not an image/)).toBeTruthy()
    expect(screen.getByText('Current image will be kept')).toBeTruthy()
    await user.upload(picker, new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' }))
    expect(screen.getByText(/larger than 10 MB/)).toBeTruthy()
    await user.upload(picker, picture)
    expect(screen.getByText('shelf.png')).toBeTruthy()
    expect(screen.queryByText('Current image will be kept')).toBeNull()
    expect(screen.queryByText(/larger than/)).toBeNull()
  })
})

describe('the tag field of the editor', () => {
  test('adds the typed names on Enter without sending the form; removing a chip removes its name from the text', async () => {
    const { user, editor, calls } = await openEditor(
      withPost({ 'POST /api/tags': () => ({ status: 201, body: { created: [aName('Nuts')], message: '' } }) }),
      editButton,
    )
    await user.type(field('Tags'), ', Nuts, cut{Enter}')
    await waitFor(() => expect(field('Tags').value).toBe('Bakery, Nuts, Cut-off times'))
    expect(calls('POST /api/tags')[0]?.json).toEqual({ name: ['Nuts'] })
    expect(calls('POST /api/blog-posts/plan-a-bake')).toEqual([])
    await user.click(within(editor).getByRole('button', { name: 'Remove Bakery' }))
    await waitFor(() => expect(field('Tags').value).toBe('Nuts, Cut-off times'))
  })

  test('offers to take back tags that it made and the post does not have, and says why that was not possible', async () => {
    let answer: { status?: number; body: { message: string } } = {
      status: 409,
      body: { message: '“Nuts” is used by one post, so it stays.' },
    }
    const { user, editor, calls } = await openEditor(
      {
        ...lists(),
        'POST /api/tags': () => ({
          status: 201,
          body: { created: [aName('Nuts')], message: '', undo: { nuts: 'token' } },
        }),
        'POST /api/undone-terms': () => answer,
      },
      /Create Post/,
    )
    await user.type(field('Tags'), 'Nuts, milk{Enter}')
    await within(editor).findByRole('button', { name: 'Remove Nuts' })
    await user.click(within(editor).getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect(await screen.findByText('Tag “Nuts” created, in no post yet')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('“Nuts” is used by one post, so it stays.')).toBeTruthy()
    answer = { body: { message: '“Nuts” is gone again.' } }
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('“Nuts” is gone again.')).toBeTruthy()
    expect(calls('POST /api/undone-terms')[1]?.json).toEqual({ undo: ['token'] })
  })

  test('matches the typed names when the field loses focus', async () => {
    const { user, editor } = await openEditor(lists(), /Create Post/)
    await user.type(field('Tags'), 'bak')
    await user.tab()
    expect(await within(editor).findByRole('button', { name: 'Remove Bakery' })).toBeTruthy()
  })

  test('shows a tag creation failure and keeps the text', async () => {
    const { user } = await openEditor(
      { ...lists(), 'POST /api/tags': () => ({ status: 507, body: { message: 'The disk is full.' } }) },
      /Create Post/,
    )
    await user.type(field('Tags'), 'Nuts{Enter}')
    expect(await screen.findByText('The disk is full.')).toBeTruthy()
    expect(field('Tags').value).toBe('Nuts')
  })
})
