import { describe, expect, test } from 'bun:test'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pagePaths } from '#contract/paths.ts'
import { createFileCache } from '#server/content/file-cache.ts'
import { createRedirectFile, createRedirectTracker } from '#server/content/redirects.ts'
import { createContent } from '#server/content/store.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'
import { contentDir, readOnlyDisk, silent } from '#tests/content/content-dir.ts'
import { openTestCacheDb } from '#tests/helpers/cache-db.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { git } from '#tests/helpers/git.ts'
import type { TestAppOptions } from '#tests/helpers/test-app.ts'

const blogApp = blogApps()
const BODY = 'Flour.\n\nWater.\n\nSalt.\n\nTime.\n\nAn oven.'
const FILE = plainPost({ title: 'Bread', body: BODY })

async function site(options: TestAppOptions = {}) {
  const app = await blogApp({ files: { 'posts/bread.md': FILE }, ...options })
  app.services.follow()
  const posts = join(app.dir, 'content/posts')
  const leadsTo = async (id: string) => {
    const answer = await app.get(pagePaths.post(id))
    return answer.headers.get('location') ?? answer.status
  }
  return {
    ...app,
    posts,
    move: (from: string, to: string) => rename(join(posts, from), join(posts, to)),
    write: (name: string, text: string) => Bun.write(join(posts, name), text),
    remove: (name: string) => rm(join(posts, name)),
    leadsTo,
    until: (id: string, to: string | number) =>
      eventually(
        () => leadsTo(id),
        (seen) => seen === to,
      ),
    text: (name: string) => Bun.file(join(posts, name)).text(),
  }
}
const withAlias = (text: string, ...aliases: string[]) =>
  text.replace(/\n---\n/, `\naliases: [${aliases.join(', ')}]\n---\n`)

describe('a post file that is renamed outside the dashboard', () => {
  test('keeps its former URL as an alias, and nothing else in the file changes', async () => {
    const { move, until, leadsTo, text } = await site()
    await move('bread.md', 'loaf.md')
    await until('bread', '/blog/loaf')
    expect(await leadsTo('loaf')).toBe(200)
    expect(await text('loaf.md')).toBe(withAlias(FILE, 'bread'))
  })

  test('redirects every former URL directly to the newest, without a loop after a rename back', async () => {
    const { move, until, text } = await site()
    await move('bread.md', 'loaf.md')
    await until('bread', '/blog/loaf')
    await move('loaf.md', 'toast.md')
    await until('loaf', '/blog/toast')
    await until('bread', '/blog/toast')
    await move('toast.md', 'bread.md')
    await until('toast', '/blog/bread')
    await until('bread', 200)
    await until('loaf', '/blog/bread')
    expect(await text('bread.md')).toBe(withAlias(FILE, 'loaf', 'toast'))
  })

  test('is recognized with another title, another date or a few changed words', async () => {
    const { write, remove, until, content, services } = await site({
      files: { 'posts/bread.md': FILE, 'posts/rolls.md': plainPost({ title: 'Rolls', body: 'Small.' }) },
    })
    for (const { revision } of content.snapshot().posts.values())
      await eventually(() => services.versions.read(revision), Boolean)
    const other = FILE.replace('Bread', 'Loaf').replace('2026-01-02', '2026-01-03').replace('Water.', 'Milk.')
    await Promise.all([write('loaf.md', other), remove('bread.md')])
    await Promise.all([
      write('buns.html', plainPost({ title: 'Rolls', body: 'Not small at all.' })),
      remove('rolls.md'),
    ])
    await until('bread', '/blog/loaf')
    await until('rolls', '/blog/buns')
  })

  test('is not confused with a different post under the former name', async () => {
    const { write, remove, until, leadsTo, text } = await site()
    const other = plainPost({ title: 'Cake', date: '2026-02-02', body: 'Eggs.\n\nSugar.\n\nSalt.\n\nButter.' })
    await Promise.all([write('cake.md', other), remove('bread.md')])
    await until('cake', 200)
    expect(await leadsTo('bread')).toBe(404)
    expect(await text('cake.md')).toBe(other)
  })

  test('is followed by a separate commit of the site', async () => {
    const { dir, until } = await site({ inGit: true })
    await git(dir, 'mv', 'content/posts/bread.md', 'content/posts/loaf.md')
    await git(dir, 'commit', '-qm', 'Rename the bread')
    await until('bread', '/blog/loaf')
    const log = await eventually(
      () => git(dir, 'log', '--format=%s|%(trailers:key=Via,separator=%x2C)'),
      (said) => said.includes('keep'),
    )
    expect(log.split('\n').slice(0, 2)).toEqual([
      'post: keep the old address bread of loaf|Via: site',
      'Rename the bread|',
    ])
    // The index follows the commit.
    await eventually(
      () => git(dir, 'status', '--porcelain', 'content'),
      (changes) => changes === '',
    )
  })

  test('is recognized at the next start', async () => {
    const first = await site()
    await eventually(first.services.versions.lastGood, (stored) => stored.has('posts/bread.md'))
    await first.stop()
    await first.move('bread.md', 'loaf.md')
    const { until } = await site({ dir: first.dir })
    await until('bread', '/blog/loaf')
    expect(await first.text('loaf.md')).toBe(withAlias(FILE, 'bread'))
  })
})

test('redirects a former URL from memory while the folder is read-only, also after other changes and a restart', async () => {
  const disk = readOnlyDisk()
  const dir = await contentDir({ 'posts/bread.md': FILE })
  const memory = await mkdtemp(join(tmpdir(), 'old-addresses-'))
  async function start() {
    const content = await createContent({ dir, log: silent, disk })
    const versions = createFileCache({ cacheDb: openTestCacheDb(), dir })
    const redirectFile = createRedirectFile(join(memory, 'old-addresses.txt'))
    const tracker = createRedirectTracker({ content, versions, redirectFile, log: silent })
    tracker.follow()
    return {
      content,
      until: () =>
        eventually(
          () => content.snapshot().aliases.get('bread'),
          (to) => to === 'loaf',
        ),
    }
  }
  const { content, until } = await start()
  await rename(join(dir, 'posts/bread.md'), join(dir, 'posts/loaf.md'))
  await content.reload(['posts/bread.md', 'posts/loaf.md'])
  await until()
  await Bun.write(join(dir, 'posts/loaf.md'), FILE.replace('Bread', 'Loaf'))
  await content.reload(['posts/loaf.md'])
  await until()
  await (await start()).until()
  expect(await Bun.file(join(dir, 'posts/loaf.md')).text()).toBe(FILE.replace('Bread', 'Loaf'))
})

test('names the posts in the log that are new since the last run, such as files that only this version reads', async () => {
  const dir = await contentDir({ 'posts/bread.md': FILE, 'posts/loaf.htm': FILE })
  const content = await createContent({ dir, log: silent })
  const logged: unknown[] = []
  const log = { ...silent, info: (...entry: unknown[]) => void logged.push(entry) }
  const lastGood = () => new Map([['posts/bread.md', 'revision']])
  const redirectFile = createRedirectFile(join(dir, 'old-addresses.txt'))
  const tracker = createRedirectTracker({
    content,
    versions: { read: () => undefined, bytes: () => undefined, lastGood },
    redirectFile,
    log,
  })
  tracker.follow()
  await tracker.close()
  expect(logged).toEqual([['posts added since the last run', { count: 1, files: ['posts/loaf.htm'] }]])
})
