import { describe, expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import { blankFields } from '#client/admin/post-form/session/fields.ts'
import { pagePaths } from '#contract/paths.ts'
import { type Answers, anEditablePost, aSavedPost, aSource } from '#tests/admin/answers.ts'
import {
  answers,
  copyOf,
  draft,
  head,
  KEY,
  ofPost,
  open,
  press,
  routerUrl,
  SAVED_AT,
  title,
} from './open-writing-page.tsx'

describe('unsaved text of another device', () => {
  const withCopy = (more: Answers = {}) =>
    ofPost(draft, {
      'GET /api/working-copies': () => ({ body: { working_copies: [head('post-rye')] } }),
      'GET /api/working-copies/post-rye': () => ({ body: copyOf('post-rye', { title: 'Rye at night' }) }),
      ...more,
    })

  test('is offered, and replaces the fields when it is restored', async () => {
    const { user } = await open(pagePaths.adminEdit('rye'), withCopy())
    expect(title().value).toBe('Rye')
    await user.click(press('Restore'))
    expect(title().value).toBe('Rye at night')
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
  })

  test('is not replaced while it is offered', async () => {
    const { user, calls } = await open(pagePaths.adminEdit('rye'), withCopy())
    await user.type(title(), '!')
    await user.keyboard('{Control>}s{/Control}')
    expect(screen.getByText('Kept in this browser')).toBeTruthy()
    expect(calls('PUT /api/working-copies/post-rye')).toEqual([])
  })

  test('is deleted when it is discarded', async () => {
    const given = withCopy({ 'DELETE /api/working-copies/post-rye': () => ({ body: { message: 'Gone.' } }) })
    const { user, calls } = await open(pagePaths.adminEdit('rye'), given)
    await user.click(press('Discard'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull())
    expect(calls('DELETE /api/working-copies/post-rye')).toHaveLength(1)
  })
})

describe('unsaved text of a post that was deleted', () => {
  const missing = () => ({ status: 404, body: { message: 'There is no such post.' } })
  const given = (more: Answers = {}) =>
    answers({
      'GET /api/blog-posts/rye': missing,
      'GET /api/working-copies': () => ({ body: { working_copies: [head('post-rye')] } }),
      'GET /api/working-copies/post-rye': () => ({
        body: { ...copyOf('post-rye', { title: 'Rye at night' }), revision: 'r1' },
      }),
      'PUT /api/working-copies/post-rye': () => ({ body: head('post-rye') }),
      ...more,
    })

  test('is opened, and saved as a new draft on request', async () => {
    const { format, ...texts } = copyOf('post-rye', { title: 'Rye at night' }).fields
    // The tag was renamed since.
    const tags = [{ id: 'milk', name: 'Milk and cream' }]
    const fields = { ...blankFields, ...texts, tags, tagText: 'Milk and cream' }
    const local = { sitting: 'a', savedAt: SAVED_AT, fields, base: { format, revision: 'r1' } }
    localStorage.setItem('post-draft:rye', JSON.stringify([local]))
    const stored = { ...copyOf('post-rye', { title: 'Rye at night', tags: ['milk'] }), revision: 'r1' }
    const { user, calls } = await open(
      pagePaths.adminEdit('rye'),
      given({
        'GET /api/working-copies/post-rye': () => ({ body: stored }),
        'GET /api/blog-posts/night-rye': () => ({ body: anEditablePost(aSource({ id: 'night-rye', draft: true })) }),
        'POST /api/blog-posts': () => ({ status: 201, body: aSavedPost({ id: 'night-rye' }) }),
      }),
    )
    expect(await screen.findByText(/This post was deleted/)).toBeTruthy()
    expect(title().value).toBe('Rye at night')
    // This browser has the same text, which is shown already.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull())
    await user.click(press('Save as a new draft'))
    expect(await screen.findByText('Draft saved')).toBeTruthy()
    const [sent] = calls('POST /api/blog-posts')
    expect(sent?.form?.get('working_copy')).toBe('post-rye')
    expect(sent?.form?.get('revision')).toBeNull()
    expect(screen.queryByText(/This post was deleted/)).toBeNull()
    await waitFor(() => expect(routerUrl()).toBe('/admin/blog/night-rye/edit'))
  })

  test('goes on as a change of the post once that is restored', async () => {
    let isRestored = false
    const { user, calls } = await open(
      pagePaths.adminEdit('rye'),
      given({
        'GET /api/blog-posts/rye': () =>
          isRestored ? { body: anEditablePost(aSource({ id: 'rye', title: 'Rye' })) } : missing(),
        'POST /api/trash/rye/restore': () => {
          isRestored = true
          return { body: { message: 'Restored.' } }
        },
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Restore the post' }))
    expect(await screen.findByRole('button', { name: 'Update' })).toBeTruthy()
    expect(title().value).toBe('Rye at night')
    expect(screen.queryByText(/This post was deleted/)).toBeNull()
    expect(calls('POST /api/blog-posts')).toEqual([])
  })

  test('stays as it is when the post cannot be restored', async () => {
    const { user } = await open(
      pagePaths.adminEdit('rye'),
      given({
        'POST /api/trash/rye/restore': () => ({ status: 409, body: { message: 'Another post has this address now.' } }),
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Restore the post' }))
    expect(await screen.findByText(/Another post has this address now/)).toBeTruthy()
    expect(title().value).toBe('Rye at night')
    expect(press('Save as a new draft')).toBeTruthy()
  })
})

test('the text of a new post that was never saved opens by its own URL', async () => {
  const given = answers({
    'GET /api/working-copies': () => ({ body: { working_copies: [head(KEY)] } }),
    [`GET /api/working-copies/${KEY}`]: () => ({ body: copyOf(KEY) }),
  })
  await open(`${pagePaths.adminNew}?text=${KEY}`, given)
  await waitFor(() => expect(title().value).toBe('Rye'))
})
