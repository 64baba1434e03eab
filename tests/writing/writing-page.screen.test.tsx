import { describe, expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import { pagePaths } from '#contract/paths.ts'
import { anEditablePost, aSavedPost, aSource } from '#tests/admin/answers.ts'
import { answers, draft, head, ofPost, open, press, title } from './open-writing-page.tsx'

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

  test('leads from what is missing to its field, and shows the URL that a new post gets', async () => {
    const given = answers({ 'POST /api/writing/check': () => ({ body: { problems: [], address: 'rye-2' } }) })
    const { user } = await open(pagePaths.adminNew, given)
    expect(document.activeElement).toBe(title())
    await user.type(title(), 'Rye')
    await user.click(press('Publish'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish this post?' }))
    expect(await dialog.findByText(/\/blog\/rye-2/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Summary is required.' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Summary')))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('fills an empty summary from the beginning of the text, marked and editable', async () => {
    const source = aSource({ ...draft, summary: '' })
    const check = { problems: [], beginning: 'Rye & <salt>.' }
    const { user } = await open(
      pagePaths.adminEdit('rye'),
      ofPost(source, { 'POST /api/writing/check': () => ({ body: check }) }),
    )
    await user.click(press('Publish'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish this post?' }))
    const field = await dialog.findByLabelText<HTMLTextAreaElement>('Summary')
    await waitFor(() => expect(field.value).toBe('Rye &amp; &lt;salt>.'))
    expect(dialog.getByText(/Filled in from the beginning of the text/)).toBeTruthy()
    expect(dialog.queryByText('Summary is required.')).toBeNull()
    expect(dialog.getByRole('button', { name: 'Publish' }).getAttribute('aria-disabled')).toBeNull()
    await user.clear(field)
    expect(dialog.getByText('Summary is required.')).toBeTruthy()
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
