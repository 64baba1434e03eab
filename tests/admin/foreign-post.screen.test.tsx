import { expect, test } from 'bun:test'
import { screen, within } from '@testing-library/react'
import { anEditablePost, aSavedPost, aSource, lists } from '#tests/admin/answers.ts'
import { openEditor } from '#tests/admin/open-dashboard.tsx'
import { aCard } from '#tests/helpers/cards.ts'

const UPDATE = 'POST /api/blog-posts/plan-a-bake'
const field = (label: string) => within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(label)

test('a public post of another system is saved without a summary, and the editor says what lists show instead', async () => {
  const source = aSource({ summary: '', teaser: 'The first paragraph.', category_id: null })
  const { user, editor, calls } = await openEditor(
    {
      ...lists({ posts: [aCard({ id: source.id, title: source.title })] }),
      'GET /api/blog-posts/plan-a-bake': () => ({ body: anEditablePost(source) }),
      [UPDATE]: () => ({ body: aSavedPost() }),
    },
    /^Edit/,
  )
  expect(field('Summary (HTML)').required).toBe(false)
  expect(within(editor).getByText(/lists show the beginning of the text, “The first paragraph\.”/)).toBeTruthy()
  await user.type(field('Title'), '!')
  await user.click(within(editor).getByRole('button', { name: 'Update Post' }))
  expect(await screen.findByText('Post updated')).toBeTruthy()
  expect(calls(UPDATE)[0]?.form?.get('summary')).toBe('')
})

test('a post that has a summary cannot lose it', async () => {
  const source = aSource()
  const { user, editor, calls } = await openEditor(
    {
      ...lists({ posts: [aCard({ id: source.id, title: source.title })] }),
      'GET /api/blog-posts/plan-a-bake': () => ({ body: anEditablePost(source) }),
    },
    /^Edit/,
  )
  await user.clear(field('Summary (HTML)'))
  await user.click(within(editor).getByRole('button', { name: 'Update Post' }))
  expect(await within(editor).findByText('Summary is required.')).toBeTruthy()
  expect(calls(UPDATE)).toEqual([])
})

test('a post whose front matter has to be repaired first has only its content to edit, and a link to the repair', async () => {
  const source = aSource({ to_repair: 'posts/plan a bake.md' })
  const { editor } = await openEditor(
    {
      ...lists({ posts: [aCard({ id: source.id, title: source.title })] }),
      'GET /api/blog-posts/plan-a-bake': () => ({ body: anEditablePost(source) }),
    },
    /^Edit/,
  )
  const isLocked = (label: string | RegExp) =>
    within(editor).getByLabelText(label).closest('fieldset')?.disabled === true
  expect([isLocked('Title'), isLocked(/^Content/), isLocked('Category'), isLocked(/^Draft/)]).toEqual([
    true,
    false,
    true,
    true,
  ])
  const link = within(editor).getByRole('link', { name: 'Repair this line' })
  expect(link.getAttribute('href')).toBe('/admin/repair?file=posts%2Fplan+a+bake.md')
})
