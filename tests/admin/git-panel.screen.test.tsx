import { expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import type { ContentState } from '#contract/content.ts'
import { type Answers, lists } from '#tests/admin/answers.ts'
import { openDashboard } from '#tests/admin/open-dashboard.tsx'

type Git = Exclude<ContentState, { git: 'off' }>
const well: Git = {
  git: 'ok',
  branch: 'main',
  commit: '1a2b3c4',
  follows: null,
  waiting: null,
  left: [],
  apart: null,
}
const show = (state: ContentState) => openDashboard({ ...lists(), 'GET /api/content-state': () => ({ body: state }) })

test('shows one line for git when there is nothing to report', async () => {
  show({ ...well, follows: 'origin/main' })
  expect(await screen.findByText('In step with origin/main, last commit 1a2b3c4')).toBeTruthy()
  expect(screen.queryByRole('region', { name: /git/i })).toBeNull()
})

test('explains what a save does when there is no remote', async () => {
  show(well)
  expect(await screen.findByText('Every save is a commit on main, last commit 1a2b3c4')).toBeTruthy()
})

test('shows waiting commits and conflicted files with the reason', async () => {
  show({
    ...well,
    git: 'waiting',
    waiting: { saves: 2, reason: 'Unable to create HEAD.lock: File exists.' },
    left: ['content/posts/a.md'],
  })
  const panel = await screen.findByRole('region', { name: 'Saves in git' })
  expect(panel.textContent).toContain('2 saves are live, but in no commit yet: Unable to create HEAD.lock')
  expect(panel.textContent).toContain('content/posts/a.md')
})

test('says why the next saves will be in no commit while none waits', async () => {
  const paused = { state: 'rebase', reason: 'a rebase is in progress in this checkout' } as const
  show({ ...well, git: 'waiting', branch: null, paused })
  const panel = await screen.findByRole('region', { name: 'Saves in git' })
  expect(panel.textContent).toContain('live, but in no commit: a rebase is in progress in this checkout.')
  expect(screen.queryByText(/Every save is a commit/)).toBeNull()
})

test('names the branch with saves that could not be merged', async () => {
  show({ ...well, aside: ['content/posts/a.md'] })
  const panel = await screen.findByRole('region', { name: 'Saves in git' })
  expect(panel.textContent).toMatch(/branch saves-aside.*content\/posts\/a\.md/s)
})

test('lists live files that git ignores, with the rule, and does not say that every save is a commit', async () => {
  show({ ...well, ignored: [{ file: 'content/posts/_secret.md', rule: '.gitignore:3' }] })
  const panel = await screen.findByRole('region', { name: 'Saves in git' })
  expect(panel.textContent).toContain('content/posts/_secret.md is live, not in git: ignored by .gitignore:3')
  expect(screen.queryByText(/Every save is a commit/)).toBeNull()
})

test('shows which commands resolve a divergence, and where to run them', async () => {
  const divergence = {
    reason: 'the same lines were changed here and on the remote: content/posts/a.md',
    files: ['content/posts/a.md'],
    steps: [{ where: 'In your own clone', commands: ['git fetch origin', 'git merge origin/from-the-dashboard'] }],
  }
  show({ ...well, git: 'diverged', follows: 'origin/main', apart: divergence })
  const panel = await screen.findByRole('region', { name: 'Git needs a decision' })
  expect(panel.textContent).toContain('nothing is lost')
  expect(panel.textContent).toContain('git fetch origin\ngit merge origin/from-the-dashboard')
})

test('shows no git panel without git, and asks for the state again after a save', async () => {
  const answers: Answers = { ...lists(), 'GET /api/content-state': () => ({ body: { git: 'off' } }) }
  answers['POST /api/tags'] = () => ({ status: 201, body: { created: [], message: 'Done.' } })
  const { user, calls } = openDashboard(answers)
  await waitFor(() => expect(calls('GET /api/content-state')).toHaveLength(1))
  expect(screen.queryByText(/commit/)).toBeNull()
  await user.type(await screen.findByLabelText('New Tags (comma-separated)'), 'Wholesale{Enter}')
  await waitFor(() => expect(calls('GET /api/content-state')).toHaveLength(2))
})

test.each<ContentState>([{ git: 'off' }, well])('shows that notifications wait, with git: $git', async (state) => {
  show({ ...state, notificationsWaiting: true })
  const notice = await screen.findByText(/^Notifications of sign-ups and messages are waiting/)
  expect(notice.textContent).toContain('all leads are stored')
})
