import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { BRANCH_FILES_MAX, BRANCHES_MAX } from '#contract/limits.ts'
import { firstText, POST, paragraph } from '#tests/git/saving.ts'
import { git } from '#tests/helpers/git.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { branchSite } from './branch-site.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

let site: Awaited<ReturnType<typeof branchSite>>
const ends: (() => unknown)[] = []
beforeAll(async () => {
  site = await branchSite(ends)
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

describe('the list of branches', () => {
  test('is empty while nobody has pushed one, and names the live branch', async () => {
    expect(await site.list()).toEqual({
      ...{ kept: true, branches: [], more: 0, older: 0 },
      ...{ live: 'main', isOutdated: false, waiting: null },
    })
  })

  test('shows a pushed branch at once, with its author, age and number of files', async () => {
    const tip = await site.pushBranch('racks', {
      'content/posts/racks.md': aPost({ title: 'Racks' }),
      [POST]: firstText.replace('A bake', 'A bake in racks'),
    })
    expect(await site.branch('racks')).toMatchObject({
      ...{ name: 'racks', tip, author: 'An Editor', subject: 'racks by the editor', files: 2 },
      ...{ rejected: [], conflicts: [], problems: [], errors: 0, reason: null },
      ...{ canPreview: true, canPublish: true, canRemove: true, hasLinks: false },
    })
  })

  test('leaves out branches that change nothing that the site shows, and those that the live branch contains', async () => {
    await site.pushBranch('code-only', { 'server/a.ts': 'export {}\n' })
    await site.editor.run('push', '-q', 'origin', 'origin/main:refs/heads/same')
    const names = (await site.list()).branches.map(({ name }) => name)
    expect(names).toEqual(['racks'])
  })

  test('says which checks fail: bad front matter, broken links, and links that a deletion breaks', async () => {
    await site.pushBranch('bad', {
      'content/posts/bad.md': '---\ntitle: [\n---\n',
      'content/posts/broken.md': aPost({ body: '[Nowhere](/blog/nowhere)' }),
    })
    const bad = await site.branch('bad')
    expect(bad).toMatchObject({ canPublish: false, canPreview: true })
    expect(bad?.problems.map(({ file, severity }) => `${file} ${severity}`)).toEqual([
      'posts/bad.md error',
      'posts/broken.md error',
    ])
    await site.pushBranch('links', { 'content/posts/to-a.md': aPost({ body: '[A](/blog/a)' }), [POST]: null })
    expect((await site.branch('links'))?.problems).toMatchObject([{ file: 'posts/to-a.md', severity: 'error' }])
  })

  test('says which files conflict with the live site', async () => {
    const { content } = await site.open()
    await site.pushBranch('conflict', { [POST]: paragraph(firstText, 1, 'Of the branch.') })
    expect((await site.save({ content: paragraph(content, 1, 'Of the live site.') })).status).toBe(200)
    await site.app.committed()
    expect(await site.branch('conflict')).toMatchObject({
      ...{ conflicts: [{ file: 'posts/a.md', canResolve: true }], canPreview: false, canPublish: true },
    })
    // A change to other lines of the same file is none.
    await site.pushBranch('merges', { [POST]: paragraph(await readMain(), 3, 'Of another branch.') })
    expect(await site.branch('merges')).toMatchObject({ conflicts: [], canPublish: true })
  })

  test('has nothing of private files, links and code for the live site, and no more than its limits', async () => {
    await symlink('/etc/passwd', join(site.editor.dir, 'content/posts/link.md'))
    await site.pushBranch('hostile', {
      'content/posts/fine.md': aPost({ title: 'Fine' }),
      'storage/private/admin.json': '{}',
      'server/main.ts': 'process.exit()\n',
    })
    const hostile = await site.branch('hostile')
    expect(hostile).toMatchObject({ rejectedCount: 3, canPublish: false, canPreview: true })
    expect(hostile?.rejected.toSorted()).toEqual([
      'content/posts/link.md',
      'server/main.ts',
      'storage/private/admin.json',
    ])
    const publishing = await site.publish({ name: 'hostile', tip: hostile?.tip ?? '' })
    expect([publishing.status, (await publishing.json()).message]).toEqual([
      409,
      'The branch changes files that the site does not merge. Take them out of it, or merge it in git.',
    ])
    const { after } = await site.preview('hostile')
    expect(await site.status(`${after}blog/fine`)).toBe(200)
    expect(await site.status(`${after}blog/link`)).toBe(404)
  })

  test('neither merges nor checks a branch of 10,000 files', async () => {
    const input = Array.from({ length: 10_000 }, (_, at) => `M 100644 inline content/posts/p${at}.md\ndata 2\nx\n`)
    const who = `Ed <ed@x.example> ${Math.floor(Date.now() / 1000)} +0000`
    const head = await site.editor.run('rev-parse', 'origin/main')
    await site.editor.fastImport(
      `commit refs/heads/many\ncommitter ${who}\ndata 4\nMany\nfrom ${head}\n${input.join('')}\n`,
    )
    await site.editor.run('push', '-q', 'origin', 'many')
    const many = await site.branch('many')
    expect(many).toMatchObject({ files: 10_000, canPreview: false, canPublish: false, problems: [] })
    expect(many?.reason).toContain(`more than ${BRANCH_FILES_MAX} files`)
    expect((await site.send('POST', adminPaths.branchPreviews, { name: 'many' })).status).toBe(409)
  })

  test('shows a branch without a common commit, and why it cannot be merged', async () => {
    await site.editor.run('checkout', '-q', '--orphan', 'unrelated')
    await site.editor.run('commit', '-q', '-m', 'Unrelated')
    await site.editor.run('push', '-q', 'origin', 'unrelated')
    await site.editor.run('checkout', '-q', '-f', 'main')
    expect((await site.branch('unrelated'))?.reason).toContain('no commit in common')
  })

  test('is of the last 90 days, and says how many branches are older', async () => {
    await site.pushBranch('old', { 'content/posts/old.md': aPost() }, daysAgo(91))
    await site.pushBranch('young', { 'content/posts/young.md': aPost() }, daysAgo(89))
    const { branches, older } = await site.list()
    expect(branches.map(({ name }) => name)).toContain('young')
    expect(branches.map(({ name }) => name)).not.toContain('old')
    expect(older).toBe(1)
  })

  test('has the 20 newest branches, and says how many more there are', async () => {
    const before = (await site.list()).branches.length
    const tip = await site.pushBranch('one', { 'content/posts/one.md': aPost() })
    const count = BRANCHES_MAX - before + 2
    await site.editor.run(
      'push',
      '-q',
      'origin',
      ...Array.from({ length: count - 1 }, (_, at) => `${tip}:refs/heads/n${at}`),
    )
    const { branches, more } = await site.list()
    expect([branches.length, more]).toEqual([BRANCHES_MAX, 2])
    expect(branches.map(({ name }) => name)).not.toContain('young')
  })

  test('stays as it was while the remote cannot be reached, and says so', async () => {
    await site.git('remote', 'set-url', 'origin', 'file:///nowhere/at/all')
    const { branches, isOutdated } = await site.list()
    expect([branches.length, isOutdated]).toEqual([BRANCHES_MAX, true])
    await site.git('remote', 'set-url', 'origin', site.bare)
    expect((await site.list()).isOutdated).toBe(false)
  })

  test('needs the session of an administrator', async () => {
    const { app } = site
    for (const [method, path] of [
      ['GET', adminPaths.branches],
      ['GET', adminPaths.branchPages],
      ['POST', adminPaths.branchPreviews],
      ['DELETE', adminPaths.branchPreviews],
      ['POST', adminPaths.publishBranch],
      ['DELETE', adminPaths.branches],
    ] as const)
      expect((await app.send(method, path)).status).toBe(401)
  })
})

async function readMain(): Promise<string> {
  await site.editor.run('fetch', '-q', 'origin')
  return `${await site.editor.run('show', `origin/main:${POST}`)}\n`
}

test('without git, the list says that branches need it', async () => {
  const bare = await testApp()
  const token = await bare.session()
  const listed = await (await bare.send('GET', adminPaths.branches, { token })).json()
  expect(listed).toEqual({ kept: false, reason: expect.stringContaining('is not in a git checkout') })
  expect((await bare.send('POST', adminPaths.branchPreviews, { token, json: { name: 'x' } })).status).toBe(404)
  await bare.close()
})

test('without GIT_PUSH, the list has the branches of the checkout, and removes none', async () => {
  const app = await testApp({ files: { 'posts/a.md': firstText }, inGit: true })
  await git(app.dir, 'checkout', '-q', '-b', 'here')
  await Bun.write(join(app.dir, 'content/posts/here.md'), aPost({ title: 'Here' }))
  await git(app.dir, 'add', '-A')
  await git(app.dir, 'commit', '-q', '-m', 'Here')
  await git(app.dir, 'checkout', '-q', 'main')
  await app.content.reload(['posts/here.md'])
  const token = await app.session()
  const { branches } = await (await app.send('GET', adminPaths.branches, { token })).json()
  expect(branches).toMatchObject([{ name: 'here', canPreview: true, canPublish: true, canRemove: false }])
  const [{ tip }] = branches
  const query = new URLSearchParams({ name: 'here', tip })
  expect((await app.send('DELETE', `${adminPaths.branches}?${query}`, { token })).status).toBe(409)
  const published = await app.send('POST', adminPaths.publishBranch, { token, json: { name: 'here', tip } })
  expect(published.status).toBe(200)
  expect((await app.get('/blog/here')).status).toBe(200)
  expect(await git(app.dir, 'log', '-1', '--format=%s %p')).toMatch(/^Merge branch 'here' \w+ \w+$/)
  expect(await git(app.dir, 'status', '--porcelain')).toBe('')
  await app.close()
})
