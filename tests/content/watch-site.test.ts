import { describe, expect, test } from 'bun:test'
import { rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { countVersions } from '#tests/helpers/cache-db.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { git } from '#tests/helpers/git.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { followingSites } from './following-site.ts'

/** Posts of the site. */
const COUNT = isFullRun ? 500 : 100
/** Those that are rendered first. */
const RENDERED = COUNT / 10

const site = followingSites()

const many = (count: number, title: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `posts/p${index}.html`,
      aPost({ title: `${title} ${index}`, body: `<p>${title} body</p>` }),
    ]),
  )

test('re-renders only one page and the lists when one of many touched files changed', async () => {
  const app = await site({ files: many(COUNT, 'Same') })
  const paths = Array.from({ length: RENDERED }, (_, index) => `/blog/p${index}`)
  for (const path of paths) await app.get(path)
  const before = paths.map((path) => app.services.pages.findCached(path))
  expect(before.every(Boolean)).toBe(true)
  for (let index = 0; index < COUNT; index++) {
    await utimes(join(app.dir, `content/posts/p${index}.html`), new Date(), new Date())
  }
  await app.write('posts/p7.html', aPost({ title: 'Other' }))
  await app.shows('/blog/p7', 'Other')
  expect(paths.filter((path, index) => app.services.pages.findCached(path) !== before[index])).toEqual(['/blog/p7'])
}, 60_000)

describe('a checkout of many files on the running site', () => {
  test('fails no request, and each list shows one of the two commits', async () => {
    const app = await site({ files: many(COUNT, 'One') })
    const dir = join(app.dir, 'content')
    await git(dir, 'init', '-q')
    await git(dir, 'add', '.')
    await git(dir, 'commit', '-qm', 'One')
    await git(dir, 'branch', 'one')
    for (const [file, text] of Object.entries(many(COUNT, 'Two'))) await app.write(file, text)
    await rm(join(dir, 'posts/p0.html'))
    await git(dir, 'add', '-A')
    await git(dir, 'commit', '-qm', 'Two')
    await eventually(app.content.snapshot, ({ posts }) => posts.size === COUNT - 1)
    await git(dir, 'checkout', '-q', 'one')
    await eventually(app.content.snapshot, ({ posts }) => posts.size === COUNT)

    await eventually(
      () => countVersions(app.services.cacheDb),
      (count) => count > 2 * COUNT,
    )
    const lists = new Set<string>()
    const failed: string[] = []
    let asking = true
    const visitor = async (first: number) => {
      for (let round = first; asking; round += 7) {
        const list = await app.get(`${apiPaths.posts}?fields=card`)
        const page = await app.get(`/blog/p${1 + (round % (COUNT - 1))}`)
        if (list.status !== 200 || page.status !== 200) failed.push(`${list.status} ${page.status}`)
        const cards: { title: string }[] = await list.json()
        lists.add([...new Set(cards.map(({ title }) => title.split(' ')[0]))].concat(`${cards.length}`).join(' '))
        const words = new Set((await page.text()).match(/(One|Two)(?= \d| body)/g))
        if (words.size !== 1) failed.push(`a page of ${[...words]}`)
      }
    }
    const visitors = Array.from({ length: 4 }, (_, index) => visitor(index * 100))
    await git(dir, 'checkout', '-q', 'main')
    await eventually(app.content.snapshot, ({ posts }) => posts.size === COUNT - 1)
    await app.shows('/blog/p3', 'Two 3')
    // On a busy machine, earlier requests may still be running.
    await eventually(
      () => lists.size,
      (seen) => seen > 1,
    )
    asking = false
    await Promise.all(visitors)
    expect(failed).toEqual([])
    expect([...lists].sort()).toEqual([`One ${COUNT}`, `Two ${COUNT - 1}`])
  }, 60_000)
})
