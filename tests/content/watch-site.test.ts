import { describe, expect, test } from 'bun:test'
import { rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { countVersions } from '#tests/helpers/cache-db.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { git } from '#tests/helpers/git.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { followingSites } from './following-site.ts'

const site = followingSites()

const many = (count: number, title: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `posts/p${index}.html`,
      aPost({ title: `${title} ${index}`, body: `<p>${title} body</p>` }),
    ]),
  )

test('re-renders only one page and the lists when one of 500 touched files changed', async () => {
  const app = await site({ files: many(500, 'Same') })
  const paths = Array.from({ length: 50 }, (_, index) => `/blog/p${index}`)
  for (const path of paths) await app.get(path)
  const before = paths.map((path) => app.services.pages.findCached(path))
  expect(before.every(Boolean)).toBe(true)
  for (let index = 0; index < 500; index++) {
    await utimes(join(app.dir, `content/posts/p${index}.html`), new Date(), new Date())
  }
  await app.write('posts/p7.html', aPost({ title: 'Other' }))
  await app.shows('/blog/p7', 'Other')
  expect(paths.filter((path, index) => app.services.pages.findCached(path) !== before[index])).toEqual(['/blog/p7'])
}, 60_000)

describe('a checkout of 500 files on the running site', () => {
  test('fails no request, and each list shows one of the two commits', async () => {
    const app = await site({ files: many(500, 'One') })
    const dir = join(app.dir, 'content')
    await git(dir, 'init', '-q')
    await git(dir, 'add', '.')
    await git(dir, 'commit', '-qm', 'One')
    await git(dir, 'branch', 'one')
    for (const [file, text] of Object.entries(many(500, 'Two'))) await app.write(file, text)
    await rm(join(dir, 'posts/p0.html'))
    await git(dir, 'add', '-A')
    await git(dir, 'commit', '-qm', 'Two')
    await eventually(app.content.snapshot, ({ posts }) => posts.size === 499)
    await git(dir, 'checkout', '-q', 'one')
    await eventually(app.content.snapshot, ({ posts }) => posts.size === 500)

    await eventually(
      () => countVersions(app.services.cacheDb),
      (count) => count > 1000,
    )
    const lists = new Set<string>()
    const failed: string[] = []
    let asking = true
    const visitor = async (first: number) => {
      for (let round = first; asking; round += 7) {
        const list = await app.get(`${apiPaths.posts}?fields=card`)
        const page = await app.get(`/blog/p${1 + (round % 499)}`)
        if (list.status !== 200 || page.status !== 200) failed.push(`${list.status} ${page.status}`)
        const cards: { title: string }[] = await list.json()
        lists.add([...new Set(cards.map(({ title }) => title.split(' ')[0]))].concat(`${cards.length}`).join(' '))
        const words = new Set((await page.text()).match(/(One|Two)(?= \d| body)/g))
        if (words.size !== 1) failed.push(`a page of ${[...words]}`)
      }
    }
    const visitors = Array.from({ length: 4 }, (_, index) => visitor(index * 100))
    await git(dir, 'checkout', '-q', 'main')
    await eventually(app.content.snapshot, ({ posts }) => posts.size === 499)
    await app.shows('/blog/p3', 'Two 3')
    // On a busy machine, earlier requests may still be running.
    await eventually(
      () => lists.size,
      (seen) => seen > 1,
    )
    asking = false
    await Promise.all(visitors)
    expect(failed).toEqual([])
    expect([...lists].sort()).toEqual(['One 500', 'Two 499'])
  }, 60_000)
})
