import { describe, expect, test } from 'bun:test'
import { rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { git } from '#tests/helpers/git.ts'
import { aPost, many, titled } from './content-dir.ts'
import { NEVER_MS, watchedSites } from './watched.ts'

const CHECKOUT_PAIRS = isFullRun ? 100 : 25

const follow = watchedSites()

describe('git changing many content files', () => {
  async function repository(count: number, timing: { maxWaitMs?: number } = {}) {
    const site = await follow(many(count, 'One'), timing)
    await git(site.dir, 'init', '-q')
    await git(site.dir, 'add', '.')
    await git(site.dir, 'commit', '-qm', 'One')
    await git(site.dir, 'branch', 'one')
    for (const [file, text] of Object.entries(many(count, 'Two'))) await site.write(file, text)
    await rm(site.path('posts/p0.md'))
    await site.write('posts/only-two.md', aPost())
    await git(site.dir, 'add', '-A')
    await git(site.dir, 'commit', '-qm', 'Two')
    await site.until(({ posts }) => posts.has('only-two'))
    await git(site.dir, 'checkout', '-q', 'one')
    await site.until(({ posts }) => !posts.has('only-two'))
    site.swaps.length = 0
    return site
  }
  /** The commits that a snapshot's posts are from. */
  const states = (posts: Iterable<{ title: string }>) => new Set([...posts].map(({ title }) => title))

  test('makes one snapshot of a checkout of 500 files', async () => {
    const { dir, swaps, until } = await repository(500)
    await git(dir, 'checkout', '-q', 'main')
    await until(({ posts }) => posts.has('only-two'))
    expect(swaps).toHaveLength(1)
    expect(states([...(swaps[0]?.posts.values() ?? [])].filter(({ id }) => id !== 'only-two'))).toEqual(
      new Set(['Two']),
    )
  })

  test.each([
    ['', 5_000],
    [', also where they go on for longer than a file that never rests is waited for', 200],
  ])(
    'shows only committed states during many checkouts, and the last one in the end%s',
    async (_, maxWaitMs) => {
      const { dir, swaps, until } = await repository(20, { maxWaitMs })
      for (let round = 0; round < CHECKOUT_PAIRS; round++) {
        await git(dir, 'checkout', '-q', 'main')
        await git(dir, 'checkout', '-q', 'one')
      }
      await git(dir, 'checkout', '-q', 'main')
      await until(({ posts }) => posts.has('only-two'))
      const shown = swaps.map(({ posts }) => states([...posts.values()].filter(({ id }) => id !== 'only-two')).size)
      expect(new Set(shown)).toEqual(new Set([1]))
    },
    60_000,
  )

  test('removes a post that is deleted, restored while it is read, and deleted again', async () => {
    let times = 0
    const { path, until } = await follow(
      { 'posts/x.md': aPost(), 'posts/y.md': aPost() },
      {
        reading: (reload, dir) => async (files, isOld) => {
          if (times++ > 0) return reload(files, isOld)
          await writeFile(join(dir, 'posts/x.md'), aPost())
          const isDone = await reload(files, isOld)
          await rm(join(dir, 'posts/x.md'))
          return isDone
        },
      },
    )
    await rm(path('posts/x.md'))
    await until(({ posts }) => !posts.has('x') && posts.has('y'))
  })

  test('is not read while git holds its lock, until the lock is so old that it was left behind', async () => {
    const { dir, write, path, until, swaps } = await follow(
      { 'posts/x.md': aPost() },
      { lockMaxMs: 1_000, maxWaitMs: 100 },
    )
    await git(dir, 'init', '-q')
    await writeFile(path('.git/index.lock'), '')
    const { mtimeMs } = await stat(path('.git/index.lock'))
    await write('posts/x.md', titled('New'))
    await until(({ posts }) => posts.get('x')?.title === 'New')
    expect(Date.now() - mtimeMs).toBeGreaterThanOrEqual(1_000)
    expect(swaps).toHaveLength(1)
  })

  test('is read although git left its lock behind long ago', async () => {
    const { dir, write, path, until } = await follow({ 'posts/x.md': aPost() }, { lockMaxMs: NEVER_MS })
    await git(dir, 'init', '-q')
    await writeFile(path('.git/index.lock'), '')
    const old = new Date(Date.now() - 2 * NEVER_MS)
    await utimes(path('.git/index.lock'), old, old)
    await write('posts/x.md', titled('New'))
    await until(({ posts }) => posts.get('x')?.title === 'New')
  })
})
