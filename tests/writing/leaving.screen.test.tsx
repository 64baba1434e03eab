import { describe, expect, spyOn, test } from 'bun:test'
import { act, screen, waitFor, within } from '@testing-library/react'
import { pagePaths } from '#contract/paths.ts'
import { anEditablePost, aSavedPost, aSource } from '#tests/admin/answers.ts'
import { answers, copyOf, draft, head, KEY, ofPost, open, routerUrl, title } from './open-writing-page.tsx'

describe('the URL of a new post', () => {
  const created = answers({
    'POST /api/blog-posts': () => ({ status: 201, body: aSavedPost({ id: 'rye' }) }),
    'GET /api/blog-posts/rye': () => ({ body: anEditablePost(aSource({ ...draft, format: 'md', content: '' })) }),
  })

  test('is that of the post once it is saved, for the router too, and the page stays as it is', async () => {
    const { user } = await open(pagePaths.adminNew, created)
    const field = title()
    await user.type(field, 'Rye')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(routerUrl()).toBe('/admin/blog/rye/edit'))
    expect(location.pathname).toBe('/admin/blog/rye/edit')
    expect(await screen.findByText('Draft saved')).toBeTruthy()
    expect(title()).toBe(field)
    expect(document.activeElement).toBe(field)
  })

  test('names its text once that is stored, and that of another one after a link', async () => {
    const random = spyOn(crypto, 'getRandomValues').mockImplementation(<T,>(zeros: T) => zeros)
    const own = 'new-0000000000000000'
    const { user } = await open(
      pagePaths.adminNew,
      answers({
        'GET /api/working-copies': () => ({ body: { working_copies: [head(own), head(KEY, 'Spelt')] } }),
        [`GET /api/working-copies/${own}`]: () => ({ body: copyOf(own) }),
        [`PUT /api/working-copies/${own}`]: () => ({ body: head(own) }),
        [`GET /api/working-copies/${KEY}`]: () => ({ body: copyOf(KEY, { title: 'Spelt' }) }),
        [`PUT /api/working-copies/${KEY}`]: () => ({ body: head(KEY, 'Spelt') }),
      }),
    )
    random.mockRestore()
    await user.type(title(), '!')
    await user.click(screen.getByRole('link', { name: 'Spelt' }))
    await waitFor(() => expect(title().value).toBe('Spelt'))
    expect(routerUrl()).toBe(`/admin/blog/new?text=${KEY}`)
    act(() => history.back())
    await waitFor(() => expect(title().value).toBe('Rye'))
    expect(routerUrl()).toBe(`/admin/blog/new?text=${own}`)
  })
})

test('a text that is only looked at is not stored again, so that its 30 days go on', async () => {
  const { calls } = await open(
    `${pagePaths.adminNew}?text=${KEY}`,
    answers({
      'GET /api/working-copies': () => ({ body: { working_copies: [head(KEY, 'Spelt')] } }),
      [`GET /api/working-copies/${KEY}`]: () => ({ body: copyOf(KEY, { title: 'Spelt' }) }),
      [`PUT /api/working-copies/${KEY}`]: () => ({ body: head(KEY, 'Spelt') }),
    }),
  )
  await waitFor(() => expect(title().value).toBe('Spelt'))
  act(() => history.back())
  expect(await screen.findByText('The list')).toBeTruthy()
  expect(calls(`PUT /api/working-copies/${KEY}`)).toEqual([])
})

describe('Back', () => {
  test('stores the text before it leaves', async () => {
    const given = ofPost(draft, { 'PUT /api/working-copies/post-rye': () => ({ body: head('post-rye') }) })
    const { user, calls } = await open(pagePaths.adminEdit('rye'), given)
    await user.type(title(), '!')
    history.back()
    expect(routerUrl()).toBe('/admin/blog/rye/edit')
    expect(await screen.findByText('The list')).toBeTruthy()
    expect(calls('PUT /api/working-copies/post-rye')[0]?.json).toMatchObject({ fields: { title: 'Rye!' } })
  })

  test('asks if the text cannot be stored, and leaves on request', async () => {
    const { user } = await open(pagePaths.adminEdit('rye'), ofPost(draft))
    await user.type(title(), '!')
    history.back()
    const dialog = await screen.findByRole('dialog', { name: 'Leave this page?' })
    expect(location.pathname).toBe('/admin/blog/rye/edit')
    await user.click(within(dialog).getByRole('button', { name: 'Stay' }))
    expect(title().value).toBe('Rye!')
    history.back()
    const again = await screen.findByRole('dialog', { name: 'Leave this page?' })
    await user.click(within(again).getByRole('button', { name: 'Leave' }))
    expect(await screen.findByText('The list')).toBeTruthy()
    expect(location.pathname).toBe('/admin/blog')
  })

  test('leaves at once when nothing is unsaved', async () => {
    const { calls } = await open(pagePaths.adminEdit('rye'), ofPost(draft))
    act(() => history.back())
    expect(screen.getByText('The list')).toBeTruthy()
    expect(calls('PUT /api/working-copies/post-rye')).toEqual([])
  })
})

test('a link stores the text before it is followed, and asks if that fails', async () => {
  const { user } = await open(pagePaths.adminEdit('rye'), ofPost(draft))
  await user.type(title(), '!')
  const [inBar] = screen.getAllByRole('link', { name: 'Posts' })
  await user.click(inBar ?? document.body)
  const dialog = await screen.findByRole('dialog', { name: 'Leave this page?' })
  await user.click(within(dialog).getByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('The list')).toBeTruthy()
  expect(localStorage.getItem('post-draft:rye')).toContain('Rye!')
})
