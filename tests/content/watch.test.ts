import { describe, expect, test } from 'bun:test'
import { chmod, cp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { aPost, type Given, many, titled } from './content-dir.ts'
import { watchedSites } from './watched.ts'

const follow = watchedSites()

describe('the content watcher follows', () => {
  test('a save in place', async () => {
    const { write, until } = await follow({ 'posts/x.md': aPost() })
    await write('posts/x.md', titled('New'))
    await until(({ posts }) => posts.get('x')?.title === 'New')
  })

  test('a save by renaming a new file over the old one', async () => {
    const { write, path, until } = await follow({ 'posts/x.md': aPost() })
    await write('posts/.x.md.swp', titled('New'))
    await rename(path('posts/.x.md.swp'), path('posts/x.md'))
    await until(({ posts }) => posts.get('x')?.title === 'New')
  })

  test('a deleted file', async () => {
    const { path, until } = await follow({ 'posts/x.md': aPost() })
    await rm(path('posts/x.md'))
    await until(({ posts }) => posts.size === 0)
  })

  test('a renamed file, with exactly one of both names at any time', async () => {
    const { path, until, swaps } = await follow({ 'posts/x.md': aPost() })
    await rename(path('posts/x.md'), path('posts/y.md'))
    await until(({ posts }) => posts.has('y'))
    expect(swaps.map(({ posts }) => [...posts.keys()])).toEqual([['y']])
  })

  test('a change of case in a file name, which keeps the id', async () => {
    const { path, until } = await follow({ 'posts/x.md': aPost() })
    await rename(path('posts/x.md'), path('posts/X.md'))
    const { posts, problems } = await until(({ ids }) => ids.has('posts/X.md'))
    expect([posts.get('x')?.file, problems]).toEqual(['posts/X.md', []])
  })

  test('a new folder with its files', async () => {
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

  test('the page of a section, which hides and shows its posts', async () => {
    const { write, path, until, content } = await follow({ 'posts/a/x.md': aPost(), 'posts/y.md': aPost() })
    const y = content.snapshot().posts.get('y')
    await write('posts/a/_index.md', '---\ncascade: { draft: true }\n---\n')
    const hidden = await until(({ posts }) => posts.get('x')?.draft === true)
    await write('posts/y.md', titled('New'))
    const next = await until(({ posts }) => posts.get('y') !== y)
    expect(next.posts.get('x')).toBe(hidden.posts.get('x') as never)
    await rm(path('posts/a/_index.md'))
    await until(({ posts }) => posts.get('x')?.draft === false)
  })

  test('changes during startup', async () => {
    const { write, until } = await follow({ 'posts/x.md': aPost() })
    await write('posts/x.md', titled('New'))
    await until(({ posts }) => posts.get('x')?.title === 'New')
  })

  test('other files while one keeps changing', async () => {
    const { write, until } = await follow({ 'posts/x.md': aPost() }, { maxWaitMs: 300 })
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

  test('changes without file system events', async () => {
    const { path, until } = await follow({ 'posts/x.md': aPost() }, { pollMs: 100, deep: true })
    // File system events two folders above are not delivered.
    await rename(path('..'), `${path('..')}-away`)
    await cp(`${path('..')}-away`, path('..'), { recursive: true })
    await writeFile(path('posts/x.md'), titled('New'))
    await until(({ posts }) => posts.get('x')?.title === 'New')
  })
})

describe('the content watcher finds after a full scan', () => {
  /** A site that has completed a full scan: it shows a post created after startup. */
  async function settled(files: Given = {}) {
    const site = await follow({ 'posts/x.md': aPost(), 'posts/y.md': aPost(), ...files })
    await site.write('posts/came.md', aPost())
    await site.until(({ posts }) => posts.has('came'))
    return site
  }

  test('a save in place, then another one', async () => {
    const { write, until } = await settled()
    for (const title of ['New', 'Newer']) {
      await write('posts/x.md', titled(title))
      await until(({ posts }) => posts.get('x')?.title === title)
    }
  })

  test('two saves and a deletion at once', async () => {
    const { write, path, until, swaps } = await settled()
    await Promise.all([
      write('posts/x.md', titled('New')),
      write('categories/crm.yml', 'name: Other\n'),
      rm(path('posts/y.md')),
    ])
    await until(
      ({ posts, categories }) =>
        posts.get('x')?.title === 'New' && categories.get('crm')?.name === 'Other' && !posts.has('y'),
    )
    expect(swaps).toHaveLength(2)
  })

  test('a deleted file that is back', async () => {
    const { write, path, until } = await settled()
    await rm(path('posts/x.md'))
    await until(({ posts }) => !posts.has('x'))
    await write('posts/x.md', aPost())
    await until(({ posts }) => posts.has('x'))
  })

  test('an unchanged file next to a new one', async () => {
    const { write, until } = await settled()
    await Promise.all([write('posts/x.md', titled('New')), write('posts/z.md', aPost())])
    await until(({ posts }) => posts.get('x')?.title === 'New' && posts.has('z'))
  })

  test('a renamed post folder', async () => {
    const { path, until } = await settled({ 'posts/old/index.md': aPost() })
    await rename(path('posts/old'), path('posts/new'))
    const { problems } = await until(({ posts }) => posts.has('new') && !posts.has('old'))
    expect(problems).toEqual([])
  })

  test('more changes than it tracks one by one', async () => {
    const { write, until } = await settled(many(150, 'Old'))
    await Promise.all(Object.entries(many(150, 'New')).map(([file, text]) => write(file, text)))
    await until(({ posts }) => [...posts.values()].filter(({ title }) => title === 'New').length === 150)
  })
})

describe('the content watcher ignores unchanged content', () => {
  test('and makes one snapshot with one new entry when one of 500 touched files changed', async () => {
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

  test('and makes one snapshot of what the site itself writes', async () => {
    const { content, write, until, swaps } = await follow({ 'posts/x.md': aPost() })
    await content.change(async (tx) => tx.write('posts/x.md', titled('Saved')))
    await write('posts/y.md', aPost())
    await until(({ posts }) => posts.has('y'))
    expect(swaps.map(({ posts }) => [...posts.keys()])).toEqual([['x'], ['x', 'y']])
  })
})
