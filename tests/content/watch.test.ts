import { describe, expect, test } from 'bun:test'
import { chmod, cp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { git } from '#tests/helpers/git.ts'
import type { Given } from './content-dir.ts'
import { aPost, said } from './content-dir.ts'
import { watchedSites } from './watched.ts'

const follow = watchedSites()

const titled = (title: string) => aPost().replace('A post', title)
const many = (count: number, title: string): Given =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`posts/p${index}.md`, titled(title)]))

describe('what an editor does is live by itself', () => {
  test('a save in place', async () => {
    const { write, until } = await follow({ 'posts/x.md': aPost() })
    await write('posts/x.md', titled('New'))
    await until(({ posts }) => posts.get('x')?.title === 'New')
  })

  test('a save by a file put in its place', async () => {
    const { write, path, until } = await follow({ 'posts/x.md': aPost() })
    await write('posts/.x.md.swp', titled('New'))
    await rename(path('posts/.x.md.swp'), path('posts/x.md'))
    await until(({ posts }) => posts.get('x')?.title === 'New')
  })

  test('a file that is deleted', async () => {
    const { path, until } = await follow({ 'posts/x.md': aPost() })
    await rm(path('posts/x.md'))
    await until(({ posts }) => posts.size === 0)
  })

  test('a file that is renamed: never both, never none', async () => {
    const { path, until, swaps } = await follow({ 'posts/x.md': aPost() })
    await rename(path('posts/x.md'), path('posts/y.md'))
    await until(({ posts }) => posts.has('y'))
    expect(swaps.map(({ posts }) => [...posts.keys()])).toEqual([['y']])
  })

  test('a name in other letters is another name, and no good one', async () => {
    const { dir, path, until } = await follow({ 'posts/x.md': aPost() })
    await rename(path('posts/x.md'), path('posts/X.md'))
    const now = await until(({ posts }) => posts.size === 0)
    expect(said(dir, now.problems)).toEqual([
      'posts/X.md:1:1 the file name must be lower-case letters, digits and hyphens',
    ])
  })

  test('a folder that was not there, and what is in it', async () => {
    const { write, until } = await follow()
    await write('posts/x.md', aPost())
    await write('landings/_notes.yml', 'x')
    await until(({ posts }) => posts.has('x'))
  })

  test('a category, a legal text, the site and the plans', async () => {
    const { write, until } = await follow()
    await write('categories/new.yml', 'name: New\n')
    await write('legal/privacy-policy.md', '# Privacy\n')
    await until(({ categories, legal }) => categories.has('new') && legal.has('privacy-policy'))
  })

  test('what happened while the site was starting', async () => {
    const { write, until } = await follow({ 'posts/x.md': aPost() })
    await write('posts/x.md', titled('New'))
    await until(({ posts }) => posts.get('x')?.title === 'New')
  })

  test('a file that never rests keeps no other waiting', async () => {
    const { write, until } = await follow({ 'posts/x.md': aPost() }, { longestMs: 300 })
    let isLive = false
    const restless = async () => {
      for (let round = 0; !isLive; round++) {
        await write('posts/restless.md', titled(`Round ${round}`))
        await Bun.sleep(10)
      }
    }
    const writing = restless()
    await write('posts/x.md', titled('New'))
    await until(({ posts }) => posts.get('x')?.title === 'New').finally(() => {
      isLive = true
    })
    await writing
  })

  test('without any hint of the system it is found by looking', async () => {
    const { path, until } = await follow({ 'posts/x.md': aPost() }, { everyMs: 100, deep: true })
    // What happens two folders above is told to nobody.
    await rename(path('..'), `${path('..')}-away`)
    await cp(`${path('..')}-away`, path('..'), { recursive: true })
    await writeFile(path('posts/x.md'), titled('New'))
    await until(({ posts }) => posts.get('x')?.title === 'New')
  })
})

describe('what says the same is no change', () => {
  test('500 files touched, their rights changed, one of them really changed: one swap, and only that entry is new', async () => {
    const { write, path, until, swaps, content } = await follow(many(500, 'Same'))
    const before = content.snapshot().posts
    for (let index = 0; index < 500; index++) {
      await utimes(path(`posts/p${index}.md`), new Date(), new Date())
      await chmod(path(`posts/p${index}.md`), 0o600)
    }
    await write('posts/p7.md', titled('Other'))
    await until(({ posts }) => posts.get('p7')?.title === 'Other')
    expect(swaps).toHaveLength(1)
    const { posts } = content.snapshot()
    expect([...posts].filter(([id, post]) => before.get(id) !== post).map(([id]) => id)).toEqual(['p7'])
  })

  test('what the site itself writes is swapped once', async () => {
    const { content, write, until, swaps } = await follow({ 'posts/x.md': aPost() })
    await content.change(async () => [{ file: 'posts/x.md', data: titled('Saved') }])
    await write('posts/y.md', aPost())
    await until(({ posts }) => posts.has('y'))
    expect(swaps.map(({ posts }) => [...posts.keys()])).toEqual([['x'], ['x', 'y']])
  })
})

describe('git changes many files at once', () => {
  async function repository(count: number, timing: { longestMs?: number } = {}) {
    const site = await follow(many(count, 'One'), timing)
    await git(site.dir, 'init', '-q')
    await git(site.dir, 'add', '.')
    await git(site.dir, 'commit', '-qm', 'One')
    await git(site.dir, 'branch', 'one')
    for (const [file, text] of Object.entries(many(count, 'Two'))) await site.write(file, String(text))
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
  /** Which commits a snapshot's posts are from. */
  const states = (posts: Iterable<{ title: string }>) => new Set([...posts].map(({ title }) => title))

  test('a checkout of 500 files is one swap', async () => {
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
    '200 checkouts back and forth show only what was in a commit, and the last one in the end%s',
    async (_, longestMs) => {
      const { dir, swaps, until } = await repository(20, { longestMs })
      for (let round = 0; round < 100; round++) {
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

  test('a post that goes, is back while it is read, and goes again, is gone', async () => {
    let times = 0
    const { path, until } = await follow(
      { 'posts/x.md': aPost(), 'posts/y.md': aPost() },
      {
        reading: (reload, dir) => async (files, isOld) => {
          if (times++ > 0) return reload(files, isOld)
          await writeFile(join(dir, 'posts/x.md'), aPost())
          const now = await reload(files, isOld)
          await rm(join(dir, 'posts/x.md'))
          return now
        },
      },
    )
    await rm(path('posts/x.md'))
    await until(({ posts }) => !posts.has('x') && posts.has('y'))
  })

  test('while git holds its lock nothing is read; a lock that stays does not stop everything', async () => {
    const { dir, write, path, until, swaps } = await follow({ 'posts/x.md': aPost() }, { longestMs: 1_000 })
    await git(dir, 'init', '-q')
    await writeFile(path('.git/index.lock'), '')
    const started = performance.now()
    await write('posts/x.md', titled('New'))
    await until(({ posts }) => posts.get('x')?.title === 'New')
    expect(performance.now() - started).toBeGreaterThan(900)
    const old = new Date(Date.now() - 60_000)
    await utimes(path('.git/index.lock'), old, old)
    const again = performance.now()
    await write('posts/x.md', titled('Newer'))
    await until(({ posts }) => posts.get('x')?.title === 'Newer')
    expect(performance.now() - again).toBeLessThan(900)
    expect(swaps).toHaveLength(2)
  })
})
