import { beforeAll, describe, expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import type { PostHistory, PostVersionDetail } from '#contract/history.ts'
import { type Answers, anEditablePost, aSource, lists } from '#tests/admin/answers.ts'
import { openDashboard } from '#tests/admin/open-dashboard.tsx'
import { aCard } from '#tests/helpers/cards.ts'

/** Outside a browser the sanitizer loads its own DOM, which takes seconds. */
beforeAll(() => import('#client/admin/history/history-dialog.tsx'), 20_000)

const [newest, oldest] = ['a'.repeat(40), 'b'.repeat(40)]
const at = '2026-11-20T23:30:00.000Z'
const versions = [
  { commit: newest, at, author: 'Administrator', subject: 'post: update "A bake"', event: null },
  { commit: oldest, at, author: 'An Editor', subject: 'First', event: null },
]
const history: PostHistory = { kept: true, versions, more: false, uncommitted: false, revision: 'r1' }

const aVersion = (changes: Partial<PostVersionDetail> = {}): PostVersionDetail => ({
  version: { commit: newest, at, author: 'Administrator', subject: 'post: update "A bake"', event: null },
  isFirst: false,
  isCurrent: false,
  fields: [
    {
      field: 'title',
      kind: 'text',
      parts: [
        { kind: 'same', text: 'A ' },
        { kind: 'removed', text: 'cake' },
        { kind: 'added', text: 'bake' },
      ],
    },
    { field: 'tags', kind: 'list', added: ['milk'], removed: ['bakery'] },
  ],
  body: { hunks: [{ skipped: 12, parts: [{ kind: 'added', text: 'Bake at six.' }] }], cut: false },
  rendered: null,
  wholeFile: false,
  post: { ...anEditablePost(aSource({ title: 'An older title' })), content: '<p>As it <em>was</em>.</p>' },
  before: anEditablePost(aSource({ title: 'An older title', content: 'Bake at five.' })),
  from: versions[1] ?? null,
  merged: [],
  problem: null,
  notes: [],
  ...changes,
})

const path = '/api/blog-posts/plan-a-bake/history'
const answers = (more: Answers = {}): Answers => ({
  ...lists({ posts: [aCard()] }),
  [`GET ${path}`]: () => ({ body: history }),
  [`GET ${path}/${newest}`]: () => ({ body: aVersion() }),
  [`GET ${path}/${oldest}`]: () => ({
    body: aVersion({ version: { commit: oldest, at, author: 'An Editor', subject: 'First', event: null } }),
  }),
  [`POST ${path}/${oldest}/restore`]: () => ({ body: { message: 'Done.' } }),
  'POST /api/writing/preview': ({ json }) => ({
    body: {
      content: `<p data-line="1">Bake at ${JSON.stringify(json).includes('five') ? 'five' : 'six'}.</p>`,
      summary: '',
      minutes: 1,
      words: 3,
    },
  }),
  ...more,
})

async function open(more: Answers = {}) {
  const dashboard = openDashboard(answers(more))
  await dashboard.user.click(await screen.findByRole('button', { name: 'History of How to plan a bake' }))
  const dialog = await screen.findByRole('dialog', { name: 'History of “How to plan a bake”' })
  return { ...dashboard, dialog: within(dialog) }
}

test('names the deletion and the restored post in the list, and offers nothing for the deletion', async () => {
  const deleted = { commit: newest, at, author: 'Ann', subject: 'post: delete "A bake"', event: 'deleted' } as const
  const { dialog } = await open({
    [`GET ${path}`]: () => ({ body: { ...history, versions: [deleted, ...versions.slice(1)] } }),
    [`GET ${path}/${newest}`]: () => ({ body: aVersion({ version: deleted, post: null, problem: 'Missing.' }) }),
  })
  expect(await dialog.findByText(/^The post was deleted here/)).toBeTruthy()
  expect(dialog.getByRole('radio', { name: /Deleted/ })).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Restore this version' })).toBeNull()
})

describe('the history of a post in the dashboard', () => {
  test('lists author, time and reason of each version, and opens the newest', async () => {
    const { dialog, calls } = await open()
    const choices = await dialog.findAllByRole('radio')
    expect(choices.map((one) => one.parentElement?.textContent)).toEqual([
      expect.stringMatching(/^Nov 2\d, 2026, .*post: update "A bake"by Administrator$/),
      expect.stringMatching(/Firstby An Editor$/),
    ])
    expect(choices[0]).toHaveProperty('checked', true)
    expect(await dialog.findByRole('heading', { name: 'post: update "A bake"' })).toBeTruthy()
    expect(calls(`GET ${path}`)[0]?.headers.get('authorization')).toBe('Bearer a.b.c')
  })

  test('marks additions and removals with elements, not with color alone', async () => {
    const { dialog, user } = await open()
    await user.click(await dialog.findByRole('button', { name: 'Words' }))
    expect((await dialog.findByText('cake')).tagName).toBe('DEL')
    expect(dialog.getByText('bake').tagName).toBe('INS')
    expect(dialog.getByText('milk').tagName).toBe('INS')
    expect(dialog.getByText('bakery').tagName).toBe('DEL')
    expect(dialog.getByText('Bake at six.').tagName).toBe('INS')
    expect(dialog.getByText('12 lines as before')).toBeTruthy()
  })

  test('shows changed words without their markup, and the source on request', async () => {
    const removed = (text: string) => [{ skipped: 0, parts: [{ kind: 'removed' as const, text }] }]
    const body = aVersion({
      fields: [
        { field: 'summary', kind: 'text', parts: [{ kind: 'added', text: '<p>Short.</p>' }] },
        {
          field: 'date',
          kind: 'text',
          parts: [
            { kind: 'removed', text: '2026-11-19' },
            { kind: 'added', text: '2026-11-20T09:05:00Z' },
          ],
        },
      ],
      body: { hunks: removed('**Bake** at five.'), cut: false },
      rendered: {
        summary: [{ kind: 'added', text: 'Short.' }],
        content: { hunks: removed('Bake at five.'), cut: false },
      },
    })
    const { dialog, user } = await open({ [`GET ${path}/${newest}`]: () => ({ body }) })
    await user.click(await dialog.findByRole('button', { name: 'Words' }))
    expect((await dialog.findByText('Bake at five.')).tagName).toBe('DEL')
    expect(dialog.getByText('Short.').tagName).toBe('INS')
    expect(dialog.getByText('Nov 20, 2026, 9:05 AM UTC').tagName).toBe('INS')
    expect(dialog.getByText('Nov 19, 2026, 12:00 AM UTC').tagName).toBe('DEL')
    await user.click(dialog.getByRole('button', { name: 'Source' }))
    expect(dialog.getByText('**Bake** at five.').tagName).toBe('DEL')
    expect(dialog.getByText('<p>Short.</p>').tagName).toBe('INS')
  })

  test('says that only the markup changed', async () => {
    const body = aVersion({ rendered: { summary: [], content: { hunks: [], cut: false } } })
    const { dialog, user } = await open({ [`GET ${path}/${newest}`]: () => ({ body }) })
    await user.click(await dialog.findByRole('button', { name: 'Words' }))
    expect(await dialog.findByText(/The words of the content are the same/)).toBeTruthy()
  })

  test('shows a version as visitors saw it, in a frame in which nothing can run', async () => {
    const { dialog, user } = await open()
    await user.click(await dialog.findByRole('button', { name: 'Preview' }))
    const frame = await dialog.findByTitle('The post as visitors saw it')
    expect(frame.getAttribute('src')).toBe('/preview/frame')
    expect(frame.getAttribute('sandbox')).toBe('allow-same-origin allow-popups allow-popups-to-escape-sandbox')
  })

  test('names each change of the page, in one page or side by side', async () => {
    const { dialog, user } = await open()
    const changes = within(await dialog.findByRole('list', { name: 'Changes' }))
    expect(changes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Changed Bake at six.Show'])
    expect(dialog.getByTitle('The page with its changes')).toBeTruthy()
    await user.click(dialog.getByRole('radio', { name: 'Side by side' }))
    expect([dialog.getByTitle('The page before'), dialog.getByTitle('The page after')]).toHaveLength(2)
    expect(dialog.getByRole('link', { name: 'Open the post' }).getAttribute('href')).toBe(
      '/admin/blog/plan-a-bake/edit',
    )
  })

  test('compares any older version', async () => {
    const { dialog, user, calls } = await open()
    await user.selectOptions(await dialog.findByLabelText('Compare with'), oldest)
    await waitFor(() => expect(calls(`GET ${path}/${newest}`).at(-1)?.query.get('from')).toBe(oldest))
  })

  test('names the people and the messages of the commits of a merge', async () => {
    const merged = [
      { commit: oldest, at, author: 'Ann', subject: 'Bake at six' },
      { commit: newest, at, author: 'Bob', subject: 'More racks' },
    ]
    const { dialog } = await open({ [`GET ${path}/${newest}`]: () => ({ body: aVersion({ merged }) }) })
    expect(await dialog.findByRole('heading', { name: 'Brought by this merge' })).toBeTruthy()
    expect(dialog.getByText('Bake at six').parentElement?.textContent).toMatch(/^Bake at six by Ann, Nov /)
    expect(dialog.getByText('More racks').parentElement?.textContent).toMatch(/^More racks by Bob, /)
  })

  test('restores the chosen version after a confirmation and reports it', async () => {
    const { dialog, user, calls } = await open()
    await user.click((await dialog.findAllByRole('radio'))[1] ?? document.body)
    await dialog.findByRole('heading', { name: 'First' })
    await user.click(dialog.getByRole('button', { name: 'Restore this version' }))
    const question = within(await screen.findByRole('dialog', { name: 'Restore this version?' }))
    expect(calls(`POST ${path}/${oldest}/restore`)).toEqual([])
    await user.click(question.getByRole('button', { name: 'Restore' }))
    expect(await screen.findByText('Version restored')).toBeTruthy()
    expect(calls(`POST ${path}/${oldest}/restore`)[0]?.json).toEqual({ revision: 'r1' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('does not overwrite a post that changed in between, and reloads the history', async () => {
    const rejected = { status: 409, body: { message: 'This post has been changed.' } }
    const { dialog, user, calls } = await open({ [`POST ${path}/${newest}/restore`]: () => rejected })
    await user.click(await dialog.findByRole('button', { name: 'Restore this version' }))
    await user.click(await screen.findByRole('button', { name: 'Restore' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('This post has been changed.')
    await waitFor(() => expect(calls(`GET ${path}`)).toHaveLength(2))
  })

  test('says why a version cannot be shown, and does not restore it', async () => {
    const problem = 'content/posts/x.md:4:8 date: "32/04/2023" is not a date (write 2023-04-19)'
    const body = aVersion({ post: null, problem, wholeFile: true })
    const { dialog } = await open({ [`GET ${path}/${newest}`]: () => ({ body }) })
    expect(await dialog.findByText(/is not a date/)).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Restore this version' }).getAttribute('aria-disabled')).toBe('true')
  })

  test('marks the current version, missing references and uncommitted changes', async () => {
    const body = aVersion({ isCurrent: true, notes: ['The image of this version is no longer stored.'] })
    const { dialog } = await open({
      [`GET ${path}`]: () => ({ body: { ...history, uncommitted: true, more: true } }),
      [`GET ${path}/${newest}`]: () => ({ body }),
    })
    expect(await dialog.findByText('The post is like this now.')).toBeTruthy()
    expect(dialog.getByText('The image of this version is no longer stored.')).toBeTruthy()
    expect(dialog.getByText(/not committed yet/)).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Restore this version' }).getAttribute('aria-disabled')).toBe('true')
  })

  test('says why there is no history; a failure is shown with a retry', async () => {
    const none = await open({ [`GET ${path}`]: () => ({ body: { kept: false, reason: 'No git here.' } }) })
    expect(await none.dialog.findByText('No git here.')).toBeTruthy()
    document.body.replaceChildren()
    let tries = 0
    const { dialog, user } = await open({
      [`GET ${path}`]: () =>
        ++tries > 1 ? { body: history } : { status: 500, body: { message: 'The disk is gone.' } },
    })
    expect(await dialog.findByText('The disk is gone.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findAllByRole('radio')).toHaveLength(2)
  })
})
