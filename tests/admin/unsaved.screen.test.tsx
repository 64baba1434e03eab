import { describe, expect, test } from 'bun:test'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { type Answers, anEditablePost, aSavedPost, aSource, lists } from '#tests/admin/answers.ts'
import { openEditor } from '#tests/admin/open-dashboard.tsx'
import { aCard } from '#tests/helpers/cards.ts'

const mine = aSource()
const withPost = (more: Answers = {}): Answers => ({
  ...lists({ posts: [aCard({ id: mine.id, title: mine.title })] }),
  'GET /api/blog-posts/plan-a-bake': () => ({ body: anEditablePost(mine) }),
  ...more,
})
const title = () => screen.getByLabelText<HTMLInputElement>('Title')
const storedDraft = (id: string) => localStorage.getItem(`post-draft:${id}`) ?? ''
const press = (name: string | RegExp) => screen.getByRole('button', { name })

describe('unsaved text in the editor', () => {
  test('is stored when the page is closed and offered when the editor opens again', async () => {
    const first = await openEditor(lists(), /Create Post/)
    await first.user.type(title(), 'Half a title')
    act(() => void window.dispatchEvent(new Event('pagehide')))
    expect(storedDraft('new')).toContain('Half a title')
    cleanup()
    const { user } = await openEditor(lists(), /Create Post/)
    expect(title().value).toBe('')
    expect(screen.getByRole('alert').textContent).toContain('You have unsaved text from')
    await user.click(press('Restore'))
    expect(title().value).toBe('Half a title')
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
    expect(storedDraft('new')).toContain('Half a title')
  })

  test('is removed by Discard', async () => {
    const first = await openEditor(lists(), /Create Post/)
    await first.user.type(title(), 'Half a title')
    cleanup()
    const { user } = await openEditor(lists(), /Create Post/)
    await user.click(press('Discard'))
    expect(screen.queryByText(/unsaved text/)).toBeNull()
    expect(storedDraft('new')).toBe('')
  })

  test('survives an expired session because it is stored before the request', async () => {
    const during: string[] = []
    const { user, editor } = await openEditor(
      withPost({
        'POST /api/blog-posts/plan-a-bake': () => {
          during.push(storedDraft(mine.id))
          return { status: 503, body: { message: 'Not now.' } }
        },
      }),
      /^Edit/,
    )
    await user.type(title(), '!')
    await user.click(within(editor).getByRole('button', { name: 'Update Post' }))
    expect(await screen.findByText('Not now.')).toBeTruthy()
    expect(during[0]).toContain('How to plan a bake!')
    expect(title().value).toBe('How to plan a bake!')
  })

  test('is removed after a save', async () => {
    const { user, editor } = await openEditor(
      withPost({ 'POST /api/blog-posts/plan-a-bake': () => ({ body: aSavedPost() }) }),
      /^Edit/,
    )
    await user.type(title(), '!')
    await user.click(within(editor).getByRole('button', { name: 'Update Post' }))
    await screen.findByText('Post updated')
    expect(storedDraft(mine.id)).toBe('')
  })

  test('makes Cancel ask for confirmation, and only then', async () => {
    const { user } = await openEditor(withPost(), /^Edit/)
    await user.type(title(), '!')
    await user.click(press('Cancel'))
    await user.click(press('Keep editing'))
    expect(title().value).toBe('How to plan a bake!')
    await user.click(press('Close'))
    await user.click(press('Discard changes'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(storedDraft(mine.id)).toBe('')
    await user.click(press(/^Edit/))
    await screen.findByRole('dialog', { name: 'Edit Blog Post' })
    await user.click(press('Cancel'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
