import { describe, expect, test } from 'bun:test'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { fromLocalInput, toLocalInput } from '#client/admin/post-form/post-fields.tsx'
import type { PostCard } from '#contract/posts.ts'
import { type Answers, anEditablePost, aSavedPost, aSource, lists } from '#tests/admin/answers.ts'
import { withoutClipboard } from '#tests/admin/clipboard.ts'
import { openDashboard, openEditor } from '#tests/admin/open-dashboard.tsx'
import { aCard } from '#tests/helpers/cards.ts'

/** "May 4, 2036, 8:00 AM" in the time zone of the test. */
const american = (iso: string) =>
  new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' }).replaceAll('\u202f', ' ')

const source = aSource({ date: '2026-05-04T08:00:30.000Z' })
const UPDATE = 'POST /api/blog-posts/plan-a-bake'
const withPost = (more: Answers = {}): Answers => ({
  ...lists({ posts: [aCard({ id: source.id, title: source.title })] }),
  'GET /api/blog-posts/plan-a-bake': () => ({ body: anEditablePost(source) }),
  [UPDATE]: () => ({ body: aSavedPost() }),
  ...more,
})
const field = (label: string | RegExp) => within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(label)
/** The native picker sets the whole value at once. */
const choose = (label: string | RegExp, value: string) => fireEvent.change(field(label), { target: { value } })
const IN_A_YEAR = new Date(Date.now() + 365 * 24 * 60 * 60 * 1000).toISOString().slice(0, 16)

describe('date, expiry and URL in the editor', () => {
  test('shows and reads local time, sends ISO 8601, and keeps the seconds of an unchanged date', async () => {
    const { user, editor, calls } = await openEditor(withPost(), /^Edit/)
    expect(field('Date').value).toBe(toLocalInput(source.date))
    expect(field('Date').type).toBe('datetime-local')
    choose(/Expiry date/, IN_A_YEAR)
    await user.click(within(editor).getByRole('button', { name: 'Update Post' }))
    await screen.findByText('Post updated')
    const form = calls(UPDATE)[0]?.form
    expect(form?.get('date')).toBe(source.date)
    expect(form?.get('expires')).toBe(fromLocalInput(IN_A_YEAR))
    expect(form?.has('address')).toBe(false)
  })

  test('names the time zone and explains a date in the future', async () => {
    await openEditor(withPost(), /^Edit/)
    expect(screen.getByText(/^Times are in .*(Time|UTC)/)).toBeTruthy()
    choose('Date', IN_A_YEAR)
    expect(
      screen.getByText(new RegExp(`Scheduled: visitors see it from ${american(fromLocalInput(IN_A_YEAR))}`)),
    ).toBeTruthy()
  })

  test('sends a cleared expiry as an empty value', async () => {
    const expiring = aSource({ expires: '2030-01-01T00:00:00.000Z' })
    const { user, editor, calls } = await openEditor(
      withPost({ 'GET /api/blog-posts/plan-a-bake': () => ({ body: anEditablePost(expiring) }) }),
      /^Edit/,
    )
    choose(/Expiry date/, '')
    await user.click(within(editor).getByRole('button', { name: 'Update Post' }))
    await screen.findByText('Post updated')
    expect(calls(UPDATE)[0]?.form?.get('expires')).toBe('')
  })

  test('reports an expiry before the date at its field and sends nothing', async () => {
    const { user, editor, calls } = await openEditor(withPost(), /^Edit/)
    choose(/Expiry date/, '2020-01-01T00:00')
    await user.click(within(editor).getByRole('button', { name: 'Update Post' }))
    expect(await screen.findByText('Expiry date must be later than the date.')).toBeTruthy()
    expect(field(/Expiry date/).getAttribute('aria-invalid')).toBe('true')
    expect(calls(UPDATE)).toEqual([])
  })

  test('shows the whole new URL, says that old links keep working, and sends the slug', async () => {
    const { user, editor, calls } = await openEditor(withPost(), /^Edit/)
    expect(field('Address').value).toBe('plan-a-bake')
    expect(screen.getByText(`${location.origin}/blog/plan-a-bake`)).toBeTruthy()
    await user.clear(field('Address'))
    await user.type(field('Address'), 'Plan it')
    await user.click(within(editor).getByRole('button', { name: 'Update Post' }))
    expect(await screen.findByText(/^Address must be lower-case letters/)).toBeTruthy()
    await user.clear(field('Address'))
    await user.type(field('Address'), 'plan-it')
    expect(screen.getByText(/^Becomes .*\/blog\/plan-it\. Links to the old address keep working/)).toBeTruthy()
    await user.click(within(editor).getByRole('button', { name: 'Update Post' }))
    await screen.findByText('Post updated')
    expect(calls(UPDATE)[0]?.form?.get('address')).toBe('plan-it')
  })
})

describe('post states in the dashboard list', () => {
  const at = '2026-05-04T08:00:00.000Z'
  const card = (id: string, changes: Partial<PostCard>) => aCard({ id, title: id, ...changes })
  const posts = [
    card('soon', { state: 'scheduled', date: at }),
    card('gone', { state: 'expired', expires: at }),
    card('going', { expires: at }),
    card('draft', { state: 'draft' }),
    card('live', {}),
  ]
  const schedule = {
    next: { id: 'soon', title: 'Spring menu', at: '2036-05-04T08:00:00.000Z', what: 'appears' },
    counts: { live: 2, draft: 1, scheduled: 1, expired: 1 },
  }
  const answers = (more: Answers = {}): Answers => ({
    ...lists({ posts }),
    'GET /api/blog-schedule': () => ({ body: schedule }),
    ...more,
  })

  test('shows the state of each post and what is due next', async () => {
    openDashboard(answers())
    expect(await screen.findByText(`Scheduled for ${american(at)}`)).toBeTruthy()
    expect(screen.getByText(`Expired on ${american(at)}`)).toBeTruthy()
    expect(screen.getByText(`Until ${american(at)}`)).toBeTruthy()
    expect(screen.getByText('Draft')).toBeTruthy()
    const sentence = screen.getByText('Spring menu', { selector: 'p > span' }).parentElement
    expect(sentence?.textContent).toContain(`Next: “Spring menu” appears on ${american(schedule.next.at)}`)
  })

  test('filters posts by state and shows how many there are', async () => {
    const { user, calls } = openDashboard(
      answers({
        'GET /api/blog-posts': ({ query }) => ({
          body: query.get('state') === 'all' ? posts : posts.filter(({ state }) => state === query.get('state')),
        }),
      }),
    )
    await user.selectOptions(await screen.findByLabelText('Show'), 'Drafts (1)')
    expect(await screen.findByRole('button', { name: 'Edit draft' })).toBeTruthy()
    await screen.findByText('Draft')
    expect(screen.queryByRole('button', { name: 'Edit soon' })).toBeNull()
    expect(calls('GET /api/blog-posts').at(-1)?.query.get('state')).toBe('draft')
  })

  test('keeps the list when a filter fails to load, and offers a retry', async () => {
    const server = { isDown: true }
    const { user, calls } = openDashboard(
      answers({
        'GET /api/blog-posts': ({ query }) => {
          if (query.get('state') === 'all') return { body: posts, headers: { 'x-total-count': '5' } }
          if (server.isDown) return { status: 503, body: { message: 'The server is busy.' } }
          return { body: [card('draft', { state: 'draft' })], headers: { 'x-total-count': '1' } }
        },
        'POST /api/categories': () => ({ status: 201, body: { created: [], message: 'Category created' } }),
      }),
    )
    const filter = await screen.findByLabelText<HTMLSelectElement>('Show')
    await user.selectOptions(filter, 'Drafts (1)')
    expect((await screen.findByRole('alert')).textContent).toContain('The server is busy.')
    expect(filter.value).toBe('draft')
    expect(screen.getByRole('button', { name: 'Edit soon' })).toBeTruthy()

    const categories = within(screen.getByRole('region', { name: 'Categories' }))
    await user.type(categories.getByLabelText('New Categories (comma-separated)'), 'Bread')
    await user.click(categories.getByRole('button', { name: 'Add' }))
    await screen.findByText('Category created')
    expect(calls('GET /api/blog-posts').at(-1)?.query.get('state')).toBe('draft')
    const again = await screen.findByRole('button', { name: 'Try again' })
    server.isDown = false
    await user.click(again)
    await waitFor(() => expect(filter.value).toBe('draft'))
    expect(screen.queryByRole('button', { name: 'Edit soon' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('copies a preview link, for posts that are not live', async () => {
    const { user } = openDashboard(
      answers({
        'POST /api/blog-posts/draft/preview': () => ({ status: 201, body: { path: '/preview/x', until: at } }),
      }),
    )
    const button = await screen.findByRole('button', { name: 'Copy preview link of draft' })
    expect(screen.queryByRole('button', { name: 'Copy preview link of live' })).toBeNull()
    await user.click(button)
    expect(await screen.findByText(`Preview link copied: it works until ${american(at)}`)).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/preview/x`)
  })

  test('shows the preview link where the browser does not allow copying', async () => {
    const { user } = openDashboard(
      answers({
        'POST /api/blog-posts/draft/preview': () => ({ status: 201, body: { path: '/preview/x', until: at } }),
      }),
    )
    const button = await screen.findByRole('button', { name: 'Copy preview link of draft' })
    withoutClipboard()
    await user.click(button)
    const dialog = within(await screen.findByRole('dialog', { name: 'Preview link' }))
    expect(dialog.getByText(/The text is selected: copy it by hand/)).toBeTruthy()
    const link = dialog.getByLabelText<HTMLInputElement>('Copy this link')
    expect(link.value).toBe(`${location.origin}/preview/x`)
    expect([link.selectionStart, link.selectionEnd]).toEqual([0, link.value.length])
  })
})
