import { afterEach, describe, expect, test } from 'bun:test'
import { rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContentProblems } from '#contract/content.ts'
import { apiPaths } from '#contract/paths.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { git } from '#tests/helpers/git.ts'
import { aPost, smallContent } from '#tests/helpers/small-content.ts'
import { type TestApp, type TestAppOptions, testApp } from '#tests/helpers/test-app.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** The site, following its content folder. */
async function site(options: TestAppOptions = {}) {
  const app = await testApp(options)
  ends.push(app.close)
  app.parts.follow()
  return {
    ...app,
    write: (file: string, text: string) => writeFile(join(app.dir, 'content', file), text),
    /** Waits until a page says this. */
    shows: (path: string, words: string) =>
      eventually(
        async () => (await app.get(path)).text(),
        (text) => text.includes(words),
      ),
  }
}

const many = (count: number, title: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `posts/p${index}.html`,
      aPost({ title: `${title} ${index}`, body: `<p>${title} body</p>` }),
    ]),
  )
const ready = async (app: TestApp) => (await app.get('/readyz')).json()
const problems = async (app: TestApp): Promise<ContentProblems> =>
  (await app.send('GET', apiPaths.contentProblems, { token: await app.login() })).json()

test('500 files are touched and one is changed: only its page and the lists are drawn again', async () => {
  const app = await site({ files: many(500, 'Same') })
  const paths = Array.from({ length: 50 }, (_, index) => `/blog/p${index}`)
  for (const path of paths) await app.get(path)
  const before = paths.map((path) => app.parts.pages.ready(path))
  expect(before.every(Boolean)).toBe(true)
  for (let index = 0; index < 500; index++) {
    await utimes(join(app.dir, `content/posts/p${index}.html`), new Date(), new Date())
  }
  await app.write('posts/p7.html', aPost({ title: 'Other' }))
  await app.shows('/blog/p7', 'Other')
  expect(paths.filter((path, index) => app.parts.pages.ready(path) !== before[index])).toEqual(['/blog/p7'])
}, 60_000)

describe('a checkout of 500 files under the running site', () => {
  test('no request fails, and each list is what one of the two commits says', async () => {
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
      () => app.parts.sources.kept(),
      (kept) => kept.size > 1000,
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
    // On a busy machine the visitors may still be at what they asked for before.
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

describe('a bad file', () => {
  const broken = aPost({ date: '19/04/2023', title: 'Broken' })

  test('its last good version stays live, also across a restart, until it is mended; a new bad one is left out', async () => {
    let app = await site({ files: { 'posts/x.html': aPost({ title: 'Good', body: '<p>Good body</p>' }) } })
    await app.write('posts/x.html', aPost({ title: 'Better', body: '<p>Better body</p>' }))
    await app.shows('/blog/x', 'Better body')
    await app.write('posts/x.html', broken)
    await app.write('posts/new.html', broken)
    await eventually(
      () => ready(app),
      ({ problems }) => problems === 2,
    )
    expect(await (await app.get(apiPaths.post('x'))).json()).toMatchObject({
      title: 'Better',
      content: '<p>Better body</p>',
    })
    expect((await app.get(apiPaths.post('new'))).status).toBe(404)

    const reason = 'date: "19/04/2023" is not a date (write 2023-04-19)'
    const { total, problems: listed } = await problems(app)
    expect(total).toBe(2)
    expect(listed).toContainEqual(
      expect.objectContaining({ file: join(app.dir, 'content/posts/x.html'), reason, shown: 'last-good' }),
    )
    expect(listed).toContainEqual(
      expect.objectContaining({ file: join(app.dir, 'content/posts/new.html'), reason, shown: 'nothing' }),
    )
    expect(app.logged.some((line) => line.includes(`posts/x.html:5:7 ${JSON.stringify(reason).slice(1, -1)}`))).toBe(
      true,
    )

    await app.stop()
    app = await site({ dir: app.dir })
    expect(await (await app.get('/blog/x')).text()).toContain('Better body')
    expect(await ready(app)).toMatchObject({ status: 'degraded', problems: 2 })
    await app.write('posts/x.html', aPost({ title: 'Mended' }))
    await rm(join(app.dir, 'content/posts/new.html'))
    await app.shows('/blog/x', 'Mended')
    await eventually(
      () => ready(app),
      ({ status }) => status === 'ok',
    )
    expect(await problems(app)).toEqual({ total: 0, problems: [] })
  })

  test('a broken site.yml: the site goes on, and starts again', async () => {
    let app = await site()
    await eventually(
      () => app.parts.sources.lastGood(),
      (known) => known.has('site.yml'),
    )
    await eventually(
      () => app.parts.sources.kept(),
      (kept) => kept.size >= Object.keys(smallContent).length,
    )
    await app.write('site.yml', 'name: [')
    await eventually(
      () => ready(app),
      ({ problems }) => problems === 1,
    )
    expect(await (await app.get('/')).text()).toContain('Testery')
    await app.stop()
    app = await site({ dir: app.dir })
    expect(await (await app.get('/')).text()).toContain('Testery')
    await app.write('site.yml', (smallContent['site.yml'] ?? '').replace('name: Testery', 'name: Pallety'))
    await app.shows('/', 'Pallety')
  })

  test('who is no administrator learns nothing of it', async () => {
    const app = await site()
    expect((await app.get(apiPaths.contentProblems)).status).toBe(401)
  })
})

test('a page that is asked for while its file is away shows what it last held', async () => {
  const app = await site({ files: { 'posts/x.html': aPost({ body: '<p>The body</p>' }) } })
  const entry = app.content.snapshot().posts.get('x')
  await eventually(
    () => app.parts.sources.read(entry?.revision ?? ''),
    (text) => text !== undefined,
  )
  await rename(join(app.dir, 'content'), join(app.dir, 'away'))
  const page = await app.get('/blog/x')
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('The body')])
  await eventually(
    () => ready(app),
    ({ problems }) => problems === 1,
  )
  await rename(join(app.dir, 'away'), join(app.dir, 'content'))
  await eventually(
    () => ready(app),
    ({ status }) => status === 'ok',
  )
})
