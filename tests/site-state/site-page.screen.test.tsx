import { expect, test } from 'bun:test'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BrowserRouter } from 'react-router-dom'
import SitePage from '#client/admin/site/site-page.tsx'
import { ADMIN_TOKEN_KEY } from '#client/api/session-keys.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import type { CheckedFinding, SiteState } from '#contract/site-state.ts'
import { type Answers, answering } from '#tests/admin/answers.ts'
import { FramedRoutes } from '#tests/admin/framed-routes.tsx'

const aState = (changes: Partial<SiteState> = {}): SiteState => ({
  version: '0.2.0',
  commit: 'c0ffee1',
  bun: '1.4.5',
  host: 'web-1',
  startedAt: '2026-03-01T10:00:00.000Z',
  uptimeSeconds: 90_000,
  disk: 'ok',
  folders: [
    { name: 'content', freeBytes: 13 * 1024 ** 3 },
    { name: 'storage', freeBytes: 480 * 1024 ** 2 },
    { name: 'private', freeBytes: null },
  ],
  database: 'files',
  content: {
    git: 'ok',
    branch: 'main',
    commit: 'abc1234',
    follows: 'origin/main',
    waiting: null,
    left: [],
    apart: null,
  },
  pushedAt: '2026-03-02T10:00:00.000Z',
  syncedAt: null,
  stuckSaves: 0,
  lastBackupAt: null,
  ...changes,
})

const findings: CheckedFinding[] = [
  { name: 'git', state: 'ok', text: 'saves are committed to main' },
  { name: 'mail', state: 'problem', text: 'the server does not answer' },
]

function openSite(state: SiteState, more: Answers = {}) {
  const server = answering({
    'GET /api/leads': () => ({ body: { leads: [], next: null, unread: 0 } }),
    'GET /api/admin/site': () => ({ body: state }),
    'GET /api/admin/site/checks': () => ({ body: { checks: findings } }),
    ...more,
  })
  localStorage.setItem(ADMIN_TOKEN_KEY, 'a.b.c')
  history.pushState(null, '', adminPaths.sitePage)
  render(
    <BrowserRouter>
      <FramedRoutes pages={{ [adminPaths.sitePage]: <SitePage /> }} />
    </BrowserRouter>,
  )
  return { user: userEvent.setup(), ...server }
}

/** Names and values of the facts below a heading. */
async function factsOf(heading: string) {
  const part = within(await screen.findByRole('region', { name: heading }))
  const texts = (role: string) => part.getAllByRole(role).map(({ textContent }) => textContent ?? '')
  const values = texts('definition')
  return Object.fromEntries(texts('term').map((name, position) => [name, values[position] ?? '']))
}

test('the page of the site shows version, uptime, disks, database, backup and git', async () => {
  openSite(aState())
  const server = await factsOf('This server')
  expect(server.Version).toBe('0.2.0, commit c0ffee1')
  expect(server.Started).toContain('(1 day, 1 hour ago)')
  expect([server['Free for content'], server['Free for storage'], server['Free for private']]).toEqual([
    '13.0 GB',
    '480 MB',
    'Unknown',
  ])
  expect([server.Database, server['Last backup']]).toEqual(['None: records are in files', 'None is recorded'])
  const git = await factsOf('Git')
  expect(git).toMatchObject({ Branch: 'main', Follows: 'origin/main', 'Held back': 'None', 'Stuck saves': 'None' })
  expect(git['Last push']).toContain('Mar 2, 2026')
  expect(git['Last in sync']).toBe('Not since the start')
  expect(screen.queryByText(/What to do/)).toBeNull()
  const bar = within(screen.getByRole('navigation', { name: 'Admin' }))
  expect(bar.getByRole('link', { name: 'Site' }).getAttribute('aria-current')).toBe('page')
})

test('the page of the site names what is held back, stuck or diverged, and links to what to do', async () => {
  const content: SiteState['content'] = {
    ...{ git: 'diverged', branch: 'main', commit: 'abc1234', follows: 'origin/main', waiting: null },
    left: ['content/posts/a.md'],
    ignored: [{ file: 'content/posts/b.md', rule: '.gitignore:3' }],
    apart: { reason: 'both changed it', files: [], steps: [] },
    warnings: ['backup-old', 'stuck-saves'],
  }
  openSite(aState({ content, stuckSaves: 2 }))
  const git = await factsOf('Git')
  expect(git.State).toContain('Diverged')
  expect([git['Held back'], git['Stuck saves']]).toEqual(['content/posts/a.md, content/posts/b.md', '2'])
  expect(screen.getByRole('link', { name: /What to do/ }).getAttribute('href')).toBe(pagePaths.adminBlog)
  expect(screen.getByText(/more than two days old/)).toBeTruthy()
})

test('the page of the site lists replicas with their last sync, and says when the database is away', async () => {
  const replicas: SiteState['replicas'] = [
    { host: 'web-1', isThis: true, seenAt: '2026-03-02T10:00:00.000Z', syncedAt: '2026-03-02T09:59:00.000Z' },
    { host: 'web-2', isThis: false, seenAt: '2026-03-02T10:00:00.000Z', syncedAt: null },
  ]
  openSite(aState({ replicas }))
  const rows = within(await screen.findByRole('table')).getAllByRole('row')
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('web-1 (this one)'),
    expect.stringContaining('Not since its start'),
  ])
})

test('what the doctor says is listed in words, and asked for again', async () => {
  const { user, calls } = openSite(aState())
  const items = within(await screen.findByRole('list', { name: 'Checks' })).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'gitOKsaves are committed to main',
    'mailProblemthe server does not answer',
  ])
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  expect(calls('GET /api/admin/site/checks')).toHaveLength(2)
})

test('"Start history" says how content in no repository moves into one, and asks the server for nothing', async () => {
  const { user, asked } = openSite(aState({ content: { git: 'off' } }))
  const button = await screen.findByRole('button', { name: 'Start history' })
  await screen.findByRole('list', { name: 'Checks' })
  const before = asked.length
  await user.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByText(/docker compose -f compose.site.yaml up -d/)).toBeTruthy()
  expect(asked.slice(before)).toEqual([])
})
