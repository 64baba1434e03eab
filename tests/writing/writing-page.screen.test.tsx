import { describe, expect, spyOn, test } from 'bun:test'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom'
import { blankFields } from '#client/admin/editor/use-post-form.ts'
import WritingPage from '#client/admin/writing/writing-page.tsx'
import { ADMIN_TOKEN_KEY } from '#client/api/http.ts'
import { allowHistoryGuards } from '#client/lib/history-guard.ts'
import { pagePaths } from '#contract/paths.ts'
import type { PostSource } from '#contract/posts.ts'
import type { WorkingCopy } from '#contract/writing.ts'
import { type Answers, anEditablePost, answering, aSavedPost, aSource, lists } from '#tests/admin/answers.ts'
import { aSite } from '#tests/helpers/cards.ts'

// As the script of administrators does.
allowHistoryGuards()

const KEY = 'new-0123456789abcdef'
const SAVED_AT = '2026-11-23T10:42:00.000Z'
const head = (key: string, title = 'Rye') => ({
  key,
  title,
  saved_at: SAVED_AT,
  deleted_at: '2099-12-23T10:42:00.000Z',
})
const copyOf = (key: string, fields: Partial<WorkingCopy['fields']> = {}): WorkingCopy => ({
  ...head(key, fields.title),
  revision: null,
  fields: {
    ...{ format: 'html', title: 'Rye', summary: '', content: 'Restored text.', category_id: '', tags: [], image: '' },
    ...{ image_alt: '', image_caption: '', image_focus: '', date: '', expires: '', author: '', address: '' },
    ...{ seo_title: '', seo_description: '', canonical: '', ...fields },
  },
})

/** Texts are edited as source, so that no test depends on the visual editor. */
const answers = (more: Answers = {}): Answers => ({
  ...lists(),
  'GET /api/working-copies': () => ({ body: { working_copies: [] } }),
  'POST /api/writing/check': () => ({ body: { problems: [] } }),
  ...more,
})
const ofPost = (source: PostSource, more: Answers = {}): Answers =>
  answers({ [`GET /api/blog-posts/${source.id}`]: () => ({ body: anEditablePost(source) }), ...more })

/** The URL that the router knows. */
function RouterUrl() {
  const { pathname, search } = useLocation()
  return <output data-testid="url">{pathname + search}</output>
}
const routerUrl = () => screen.getByTestId('url').textContent

/** Opens the page at a path, from the list of posts. */
async function open(path: string, given: Answers) {
  const server = answering(given)
  localStorage.setItem(ADMIN_TOKEN_KEY, 'a.b.c')
  localStorage.setItem('writing_mode', 'source')
  const page = <WritingPage data={null} site={aSite()} />
  history.replaceState({ idx: 0 }, '', pagePaths.adminBlog)
  history.pushState({ idx: 1 }, '', path)
  render(
    <BrowserRouter>
      <RouterUrl />
      <Routes>
        <Route path={pagePaths.adminNew} element={page} />
        <Route path={pagePaths.adminEdit(':id')} element={page} />
        <Route path={pagePaths.adminBlog} element={<p>The list</p>} />
      </Routes>
    </BrowserRouter>,
  )
  await screen.findByLabelText('Title')
  return { user: userEvent.setup(), ...server }
}
const title = () => screen.getByLabelText<HTMLTextAreaElement>('Title')
const press = (name: string) => screen.getByRole('button', { name })
const draft = aSource({ id: 'rye', title: 'Rye', draft: true, date: '' })

describe('the buttons follow the state of the post', () => {
  test.each([
    ['a draft', draft, ['Save draft', 'Publish'], 'Draft'],
    ['a live post', aSource(), ['Unpublish', 'Update'], 'Published'],
    ['a scheduled post', aSource({ date: '2999-01-01T08:00:00.000Z' }), ['Unpublish', 'Update'], 'Scheduled'],
  ])('%s', async (_, source, buttons, chip) => {
    await open(pagePaths.adminEdit(source.id), ofPost(source))
    for (const name of buttons) expect(press(name)).toBeTruthy()
    expect(screen.getByText(chip)).toBeTruthy()
  })
})

describe('publishing', () => {
  test('is asked about first, and prevented while something is missing', async () => {
    const { user, calls } = await open(pagePaths.adminNew, answers())
    await user.type(title(), 'Rye')
    await user.click(press('Publish'))
    const dialog = await screen.findByRole('dialog', { name: 'Publish this post?' })
    expect(await within(dialog).findByText('Summary is required.')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Publish' }))
    expect(calls('POST /api/blog-posts')).toEqual([])
  })

  test('shows what the check of the text found, and is prevented only by errors', async () => {
    const problems = [
      { severity: 'warning', field: 'content', message: 'No page of this site is at /blog/nothing.', line: 3 },
    ]
    const given = ofPost(draft, { 'POST /api/writing/check': () => ({ body: { problems } }) })
    const { user } = await open(pagePaths.adminEdit('rye'), given)
    await user.click(press('Publish'))
    const dialog = await screen.findByRole('dialog', { name: 'Publish this post?' })
    expect(await within(dialog).findByText(/No page of this site/)).toBeTruthy()
    expect(within(dialog).getByText('Content, line 3')).toBeTruthy()
    expect(within(dialog).getByRole('button', { name: 'Publish' }).getAttribute('aria-disabled')).toBeNull()
  })

  test('sends the post without the draft mark', async () => {
    let source = draft
    const given = answers({
      'GET /api/blog-posts/rye': () => ({ body: anEditablePost(source) }),
      'POST /api/blog-posts/rye': () => {
        source = aSource({ ...draft, draft: false, date: '2026-11-20T08:00:00.000Z', revision: 'r2' })
        return { body: aSavedPost({ id: 'rye' }) }
      },
    })
    const { user, calls } = await open(pagePaths.adminEdit('rye'), given)
    await user.click(press('Publish'))
    const dialog = await screen.findByRole('dialog', { name: 'Publish this post?' })
    await user.click(within(dialog).getByRole('button', { name: 'Publish' }))
    expect(await screen.findByText('Post published')).toBeTruthy()
    expect(calls('POST /api/blog-posts/rye')[0]?.form?.get('draft')).toBe('false')
    expect(press('Update')).toBeTruthy()
  })

  test('is never done by Enter', async () => {
    const { user, calls } = await open(pagePaths.adminEdit('rye'), ofPost(draft))
    await user.type(title(), '{Enter}')
    await user.type(screen.getByLabelText('Address'), '{Enter}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls('POST /api/blog-posts/rye')).toEqual([])
  })
})

test('a new draft is saved with its title alone, as Markdown, with the key of its unsaved text', async () => {
  const given = answers({
    'POST /api/blog-posts': () => ({ status: 201, body: aSavedPost({ id: 'rye' }) }),
    'GET /api/blog-posts/rye': () => ({ body: anEditablePost(aSource({ ...draft, format: 'md', content: '' })) }),
  })
  const { user, calls } = await open(pagePaths.adminNew, given)
  await user.type(title(), 'Rye')
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText('Draft saved')).toBeTruthy()
  const [sent] = calls('POST /api/blog-posts')
  expect([sent?.form?.get('format'), sent?.form?.get('draft')]).toEqual(['md', 'true'])
  expect(sent?.form?.get('working_copy')).toMatch(/^new-[0-9a-f]{16}$/)
})

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
    expect(screen.getByText('Not saved: decide about your other text first')).toBeTruthy()
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

test('Ctrl+S on a live post stores the text only for the administrator', async () => {
  const source = aSource()
  const key = `post-${source.id}`
  const given = ofPost(source, { [`PUT /api/working-copies/${key}`]: () => ({ body: head(key) }) })
  const { user, calls } = await open(pagePaths.adminEdit(source.id), given)
  await user.type(title(), '!')
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText(/Visitors see what was published/)).toBeTruthy()
  const [kept] = calls(`PUT /api/working-copies/${key}`)
  expect(kept?.json).toMatchObject({ revision: 'r1', replaces: null, fields: { title: 'How to plan a bake!' } })
  expect(calls(`POST /api/blog-posts/${source.id}`)).toEqual([])
})

test('a link stores the text before it is followed, and asks if that fails', async () => {
  const { user } = await open(pagePaths.adminEdit('rye'), ofPost(draft))
  await user.type(title(), '!')
  await user.click(screen.getByRole('link', { name: 'Posts' }))
  const dialog = await screen.findByRole('dialog', { name: 'Leave this page?' })
  await user.click(within(dialog).getByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('The list')).toBeTruthy()
  expect(localStorage.getItem('post-draft:rye')).toContain('Rye!')
})

test('a rejected request asks for the login in place and is repeated', async () => {
  let isLoggedIn = false
  const given = ofPost(draft, {
    'POST /api/blog-posts/rye': () =>
      isLoggedIn ? { body: aSavedPost({ id: 'rye' }) } : { status: 401, body: { message: 'Please log in.' } },
    'GET /api/admin/login/passkey': () => ({ body: { available: false } }),
    'POST /api/admin/login': () => {
      isLoggedIn = true
      return { body: { token: 'd.e.f', deviceToken: 'x' } }
    },
  })
  const { user, calls } = await open(pagePaths.adminEdit('rye'), given)
  await user.click(press('Save draft'))
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' })
  await user.type(within(dialog).getByLabelText('Email'), 'ann@bakery.example')
  await user.type(within(dialog).getByLabelText('Password'), 'a fresh rye loaf')
  await user.click(within(dialog).getByRole('button', { name: 'Login' }))
  expect(await screen.findByText('Draft saved')).toBeTruthy()
  expect(calls('POST /api/blog-posts/rye')[1]?.headers.get('authorization')).toBe('Bearer d.e.f')
})

test('lists what the check finds in the text, and leads to its line', async () => {
  const problem = {
    severity: 'warning',
    field: 'content',
    message: 'This image has no description.',
    line: 2,
    column: 1,
  }
  const other = { severity: 'warning', field: 'summary', message: 'The summary is empty.' }
  const source = aSource({ ...draft, format: 'md', content: 'Rye.\n![](/storage/a.webp)\n' })
  const { user } = await open(
    pagePaths.adminEdit('rye'),
    ofPost(source, { 'POST /api/writing/check': () => ({ body: { problems: [problem, other] } }) }),
  )
  await user.click(await screen.findByText('1 thing to look at', {}, { timeout: 10_000 }))
  expect(screen.queryByText(other.message)).toBeNull()
  await user.click(press('Go to line 2'))
  // The text is in a shadow root, whose host has the focus.
  await waitFor(() => expect(document.activeElement?.shadowRoot?.querySelector('[aria-label^=Content]')).toBeTruthy())
})
