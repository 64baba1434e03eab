import { expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import type { ContentState } from '#contract/content.ts'
import type { StuckSave } from '#contract/stuck-saves.ts'
import { type Answers, lists } from '#tests/admin/answers.ts'
import { openDashboard } from '#tests/admin/open-dashboard.tsx'

const save = (id: string, changes: Partial<StuckSave> = {}): StuckSave => ({
  id,
  at: '2026-11-20T08:00:00.000Z',
  subject: `post: update "${id}"`,
  author: 'Ann Lee',
  reason: 'the same lines were changed here and on the remote: posts/a.md',
  canApply: true,
  files: [
    {
      path: 'content/posts/a.md',
      diff: {
        hunks: [
          {
            skipped: 0,
            parts: [
              { kind: 'removed', text: 'Rye' },
              { kind: 'added', text: 'Wheat' },
            ],
          },
        ],
        cut: false,
      },
    },
    { path: 'storage/public/posts/a.webp', diff: null },
  ],
  ...changes,
})
const show = (warnings: ContentState['warnings'], answers: Answers = {}) =>
  openDashboard({ ...lists(), 'GET /api/content-state': () => ({ body: { git: 'off', warnings } }), ...answers })

test.each([
  ['remote-unreachable', /remote cannot be reached/],
  ['disk-full', /disk of this server is full/],
  ['disk-failing', /does not accept files/],
  ['clock-off', /clock of this server/],
  ['proxy-untrusted', /Set TRUSTED_PROXIES/],
] as const)('the dashboard says what %s means', async (name, words) => {
  show([name])
  expect((await screen.findByText(words)).getAttribute('role')).toBe('status')
})

test('the dashboard shows whose save is stuck, why and what it changed, and applies it or discards it after asking', async () => {
  let saves = [save('one'), save('two'), save('three', { canApply: false })]
  const without = (id: string) => () => {
    saves = saves.filter((one) => one.id !== id)
    return { body: { message: 'Done.' } }
  }
  const { user, calls } = show(['stuck-saves'], {
    'GET /api/stuck-saves': () => ({ body: { saves } }),
    'POST /api/stuck-saves/one/apply': without('one'),
    'DELETE /api/stuck-saves/two': without('two'),
  })
  const panel = within(await screen.findByRole('region', { name: 'Saves that could not be merged' }))
  expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/"one"Ann Lee, Nov 20, 2026.*the same lines were changed.*Rye.*Wheat.*An image/),
    expect.stringContaining('"two"'),
    expect.stringContaining('make the change in git'),
  ])
  expect(panel.getAllByRole('button', { name: /^Apply/ })).toHaveLength(2)

  await user.click(panel.getByRole('button', { name: /^Apply.*one/ }))
  expect(calls('POST /api/stuck-saves/one/apply')).toHaveLength(0)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(panel.queryByText(/"one"/, { selector: 'h3' })).toBeNull())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click(panel.getByRole('button', { name: /^Discard.*two/ }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(panel.queryByText(/"two"/, { selector: 'h3' })).toBeNull())
  expect(calls('DELETE /api/stuck-saves/two')).toHaveLength(1)
})

test('the dashboard says why a stuck save could not be applied, and goes on showing it', async () => {
  const { user } = show(['stuck-saves'], {
    'GET /api/stuck-saves': () => ({ body: { saves: [save('one')] } }),
    'POST /api/stuck-saves/one/apply': () => ({ status: 422, body: { message: 'posts/a.md:1:1 title: is missing' } }),
  })
  await user.click(await screen.findByRole('button', { name: /^Apply/ }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('posts/a.md:1:1 title: is missing')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Discard/ })).toBeTruthy()
})
