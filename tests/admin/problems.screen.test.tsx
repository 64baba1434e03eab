import { expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import type { ContentProblem } from '#contract/content.ts'
import { lists } from '#tests/admin/answers.ts'
import { openDashboard } from '#tests/admin/open-dashboard.tsx'

const aProblem = (changes: Partial<ContentProblem> = {}): ContentProblem => ({
  file: 'posts/x.md',
  line: 4,
  column: 8,
  reason: 'date: "32/04/2023" is not a date (write 2023-04-19)',
  severity: 'error',
  shown: 'last-good',
  ...changes,
})
const panel = () => screen.findByRole('region', { name: 'Problems in content files' })

test('shows an invalid file with its position, the reason and what visitors see instead', async () => {
  openDashboard(
    lists({
      problems: [
        aProblem(),
        aProblem({ file: 'posts/new.md', shown: 'nothing' }),
        aProblem({ file: 'posts/y.md', severity: 'warning', shown: 'as-it-is' }),
      ],
    }),
  )
  const rows = within(await panel()).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'posts/x.md:4:8 date: "32/04/2023" is not a date (write 2023-04-19)Error. Visitors see the last good version.Repair posts/x.md',
    expect.stringMatching(/^posts\/new\.md:4:8 .*Error\. Left out until it is repaired\.Repair posts\/new\.md$/),
    expect.stringMatching(
      /^posts\/y\.md:4:8 .*Warning\. The file is live as far as it can be read\.Repair posts\/y\.md$/,
    ),
  ])
})

test('shows the number of further content issues', async () => {
  const answers = lists()
  answers['GET /api/content-problems'] = () => ({ body: { total: 9_000, problems: [aProblem()] } })
  openDashboard(answers)
  expect((await panel()).textContent).toContain('And 8999 more: the log has them all.')
})

test('shows no panel without content issues or when they cannot be loaded', async () => {
  const answers = lists()
  answers['GET /api/content-problems'] = () => ({ status: 500, body: {} })
  openDashboard(answers)
  expect(await screen.findByText('No blog posts yet')).toBeTruthy()
  expect(screen.queryByText('Problems in content files')).toBeNull()
})

test('reloads content issues with the lists, and hides the panel after a repair', async () => {
  const answers = lists({ problems: [aProblem()] })
  answers['POST /api/tags'] = () => {
    Object.assign(answers, lists())
    return { status: 201, body: { created: [], message: 'Done.' } }
  }
  const { user } = openDashboard(answers)
  await panel()
  await user.type(await screen.findByLabelText('New Tags (comma-separated)'), 'Wholesale{Enter}')
  await waitFor(() => expect(screen.queryByText('Problems in content files')).toBeNull())
})
