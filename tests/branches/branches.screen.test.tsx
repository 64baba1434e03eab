import { describe, expect, spyOn, test } from 'bun:test'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import BranchesPage from '#client/admin/branches/branches-page.tsx'
import { ADMIN_TOKEN_KEY } from '#client/api/session-keys.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import type { ListedBranch } from '#contract/branches.ts'
import { type Answers, answering } from '#tests/admin/answers.ts'
import { FramedRoutes } from '#tests/admin/framed-routes.tsx'

const at = '2026-11-20T08:00:00.000Z'
const branch = (name: string, changes: Partial<ListedBranch> = {}): ListedBranch => ({
  ...{ name, tip: 'a'.repeat(40), at, author: 'Ann Lee', subject: 'Count the racks', files: 2 },
  ...{ rejected: [], rejectedCount: 0, conflicts: [], problems: [], errors: 0, warnings: 0, reason: null },
  ...{ canPreview: true, canPublish: true, canRemove: true, hasLinks: false },
  ...changes,
})
const listOf = (branches: ListedBranch[], changes = {}) => ({
  body: { kept: true, branches, more: 0, older: 0, live: 'main', isOutdated: false, waiting: null, ...changes },
})

const problem = { file: 'posts/b.md', line: 3, reason: 'there is no page at /blog/x', severity: 'warning' } as const

function open(answers: Answers) {
  const server = answering(answers)
  localStorage.setItem(ADMIN_TOKEN_KEY, 'a.b.c')
  render(
    <MemoryRouter initialEntries={[adminPaths.branchesPage]}>
      <FramedRoutes pages={{ [adminPaths.branchesPage]: <BranchesPage /> }} />
    </MemoryRouter>,
  )
  return { user: userEvent.setup(), ...server }
}
const itemOf = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest('li') ?? document.body)

describe('the page of branches', () => {
  test('says in three lines how to push a branch, while there is none', async () => {
    open({ 'GET /api/branches': () => listOf([]) })
    const steps = await screen.findByRole('list', { name: 'How to push a branch' })
    expect(
      within(steps)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'git switch --create my-branch origin/main',
      'git add --all && git commit --message "What I changed"',
      'git push origin my-branch',
    ])
  })

  test('lists branches with who, when and how many files, and offers what is possible', async () => {
    const conflicts = [{ file: 'posts/a.md', canResolve: true }]
    open({
      'GET /api/branches': () =>
        listOf(
          [
            branch('racks'),
            branch('bad', {
              ...{ canPublish: false, canRemove: false, errors: 1, rejected: ['server/a.ts'], rejectedCount: 12 },
              problems: [{ file: 'posts/b.md', line: 3, reason: 'there is no page at /blog/x', severity: 'error' }],
            }),
            branch('conflict', { canPreview: false, canPublish: false, conflicts }),
          ],
          { more: 2, older: 1, isOutdated: true, waiting: 'Commits wait: a merge is in progress.' },
        ),
    })
    const racks = await itemOf('racks')
    expect(racks.getByText('Ann Lee').closest('p')?.textContent).toMatch(
      /^Ann Lee, Nov 20, 2026.* ago\): 2 files changed$/,
    )
    expect(racks.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Preview racks',
      'Publish racks',
      'Remove racks',
    ])
    const bad = await itemOf('bad')
    expect(bad.getByText(/does not merge/).textContent).toContain('server/a.tsand 11 more')
    expect(bad.getByText('posts/b.md:3')).toBeTruthy()
    expect(bad.getAllByRole('button')).toHaveLength(1)
    expect((await itemOf('conflict')).getByText('posts/a.md')).toBeTruthy()
    expect(screen.getByText(/can’t be reached/)).toBeTruthy()
    expect(screen.getByText(/a merge is in progress/)).toBeTruthy()
    const limits = 'only the newest 20 are listed. One branch without a commit for 90 days is not listed.'
    expect(screen.getByText(`2 branches more: ${limits}`)).toBeTruthy()
  })

  test('shows by itself what has been pushed meanwhile, with all that is open on the page', async () => {
    const repeated = spyOn(globalThis, 'setInterval')
    let branches = [branch('racks', { warnings: 1, problems: [problem] })]
    open({ 'GET /api/branches': () => listOf(branches) })
    const details = (await screen.findByText('What the checks found (1)')).closest('details')
    details?.setAttribute('open', '')
    branches = [branch('trays'), ...branches]
    const [again] = repeated.mock.calls.findLast(([, everyMs]) => everyMs === 10_000) ?? []
    await act(async () => Object(again)())
    expect(await screen.findByRole('heading', { name: 'trays' })).toBeTruthy()
    expect(details?.isConnected && details.hasAttribute('open')).toBe(true)
    repeated.mockRestore()
  })

  test('previews a branch: a link, and each changed page before and after, which are loaded once it is opened', async () => {
    const pages = [{ title: 'A bake', file: 'posts/a.md', before: null, after: '/blog/a' }]
    let hasLinks = false
    const { user, calls } = open({
      'GET /api/branches': () => listOf([branch('racks', { hasLinks })]),
      'POST /api/branches/previews': () => {
        hasLinks = true
        return { status: 201, body: { after: '/time-machine/x/', before: '/time-machine/y/', until: at } }
      },
      'GET /api/branches/pages': () => ({ body: { tip: 'a'.repeat(40), pages, others: 1 } }),
    })
    await user.click(await screen.findByRole('button', { name: 'Preview racks' }))
    const link = await screen.findByRole('link', { name: 'Open the site with this branch' })
    expect(link.getAttribute('href')).toBe('http://localhost/time-machine/x/')
    expect(calls('POST /api/branches/previews')[0]?.json).toEqual({ name: 'racks' })
    const summary = await screen.findByText('A bake')
    expect(document.querySelector('iframe')).toBeNull()
    await user.click(summary)
    const frame = await screen.findByTitle('A bake, after')
    expect(frame.getAttribute('src')).toBe('http://localhost/time-machine/x/blog/a')
    expect(frame.getAttribute('sandbox')).not.toContain('allow-scripts')
    expect(screen.getByText('Visitors have no such page.')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'End preview racks' })).toBeTruthy()
  })

  test('publishes what was shown, after it has asked, and says what keeps it from being published', async () => {
    const message = 'The branch has changed since it was shown. Look at the list again.'
    const { user, calls } = open({
      'GET /api/branches': () => listOf([branch('racks')]),
      'POST /api/branches/publish': () => ({ status: 409, body: { message } }),
    })
    await user.click(await screen.findByRole('button', { name: 'Publish racks' }))
    expect(calls('POST /api/branches/publish')).toEqual([])
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }))
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(calls('POST /api/branches/publish')[0]?.json).toEqual({ name: 'racks', tip: 'a'.repeat(40), resolved: [] })
  })

  test('removes a branch after it has asked, and no longer lists it', async () => {
    let branches = [branch('racks')]
    const { user, calls } = open({
      'GET /api/branches': () => listOf(branches),
      'DELETE /api/branches': () => {
        branches = []
        return { body: { message: 'The branch was removed.' } }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Remove racks' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('No branches')).toBeTruthy()
    expect(calls('DELETE /api/branches')).toHaveLength(1)
  })

  test('asks about a post that both have changed, and publishes what was decided', async () => {
    const source = {
      ...{ id: 'a', format: 'md', has_folder: false, title: 'A bake', summary: '<p>In short.</p>', content: 'Old' },
      ...{ category_id: null, tags: [], image: null, image_alt: '', image_caption: '', image_focus: '' },
      ...{ seo_title: '', seo_description: '', canonical: '', draft: false, date: at, expires: null, author: null },
      revision: 'r1',
    }
    const stale = {
      ...{ message: 'Both.', base: source, current: source, merged: source, theirs: [] },
      overlaps: [{ field: 'title', base: 'A bake', mine: 'A bake in racks', theirs: 'A bake at night' }],
      around: ['Old'],
    }
    const conflicts = [{ file: 'posts/a.md', canResolve: true }]
    const { user, calls } = open({
      'GET /api/branches': () => listOf([branch('racks', { conflicts, canPreview: false })]),
      'GET /api/branches/conflict': () => ({ body: stale }),
      'GET /api/categories': () => ({ body: [] }),
      'GET /api/tags': () => ({ body: [] }),
      'POST /api/branches/publish': () => ({ body: { message: 'The branch is live.' } }),
    })
    await user.click(await screen.findByRole('button', { name: 'Publish racks' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Decide about posts/a.md' }))
    await user.click(await dialog.findByRole('radio', { name: 'Take the branch' }))
    expect(dialog.getByRole('radio', { name: 'Take the live site' })).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Publish' }))
    await waitFor(() => expect(calls('POST /api/branches/publish')).toHaveLength(1))
    expect(calls('POST /api/branches/publish')[0]?.json).toMatchObject({
      ...{ name: 'racks', tip: 'a'.repeat(40) },
      resolved: [{ file: 'posts/a.md', form: { title: 'A bake in racks', revision: 'r1' } }],
    })
  })
})
