import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { pagePaths } from '#contract/paths.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'
import { git } from '#tests/helpers/git.ts'

const blogApp = blogApps()
const NOW = new Date('2026-05-01T12:00:00Z')
const FILE = plainPost({ title: 'Crates' }).replace('---\n', '---\n# for the spring\n')
const same = { title: 'Crates', content: 'Text.' }
const site = (files: Record<string, string> = {}) =>
  blogApp({ files: { 'posts/crates.html': FILE, ...files }, now: () => NOW })
type Site = Awaited<ReturnType<typeof site>>

const leadsTo = async ({ get }: Site, id: string) => {
  const answer = await get(pagePaths.post(id))
  return [answer.status, answer.headers.get('location')]
}

describe('a new slug for a post', () => {
  test('moves its file, changes nothing else in it, and redirects the former URL with 301', async () => {
    const app = await site()
    const answer = await app.update('crates', { ...same, address: 'boxes' })
    expect([answer.status, (await answer.json()).id]).toEqual([200, 'boxes'])
    expect(await app.filesIn('content/posts')).toEqual(['boxes.html'])
    expect(await app.file('posts/boxes.html')).toBe(
      FILE.replace('\n---\nText', '\naliases: [crates]\nupdated: 2026-05-01T12:00:00Z\n---\nText'),
    )
    expect(await leadsTo(app, 'boxes')).toEqual([200, null])
    expect(await leadsTo(app, 'crates')).toEqual([301, '/blog/boxes'])
  })

  test('redirects every former URL directly to the newest, without a loop after a move back', async () => {
    const app = await site()
    await app.update('crates', { ...same, address: 'boxes' })
    await app.update('boxes', { ...same, address: 'trays' })
    for (const id of ['crates', 'boxes']) expect(await leadsTo(app, id)).toEqual([301, '/blog/trays'])
    expect((await app.update('trays', { ...same, address: 'crates' })).status).toBe(200)
    expect(await leadsTo(app, 'crates')).toEqual([200, null])
    for (const id of ['boxes', 'trays']) expect(await leadsTo(app, id)).toEqual([301, '/blog/crates'])
  })

  test('is kept when the post is saved without a slug, or by an editor who opened it before the move', async () => {
    const app = await site()
    const { revision } = (await app.editable('crates')).source
    await app.update('crates', { ...same, address: 'boxes' })
    const answer = await app.update('crates', { ...same, title: 'More crates', revision })
    expect([answer.status, await answer.json()]).toMatchObject([200, { id: 'boxes', title: 'More crates' }])
    expect(await app.filesIn('content/posts')).toEqual(['boxes.html'])
  })

  test('combines with a new format and title in one move', async () => {
    const app = await site()
    await app.update('crates', { title: 'Boxes', content: 'Text.', address: 'boxes', format: 'md' })
    expect(await app.filesIn('content/posts')).toEqual(['boxes.md'])
  })

  test('keeps the date that only the former file name had', async () => {
    const app = await site({
      'posts/2026-02-03-old.md': '---\ntitle: Old\nsummary: x\ncategory: production\n---\nText.\n',
    })
    const answer = await app.update('old', { ...same, address: 'new', format: 'md' })
    expect((await answer.json()).date).toBe('2026-02-03T00:00:00.000Z')
  })

  test('is rejected at its field when a post or file has or had it, and nothing is written', async () => {
    const app = await site({
      'posts/taken.html': plainPost({ aliases: ['once-taken'] }),
      'posts/broken.md': 'somebody is at work here',
      'posts/own/index.md': plainPost(),
      'posts/link-like.md': 'a\0b',
    })
    const before = await app.filesIn('content/posts')
    const rejected = async (id: string, address: string) => {
      const answer = await app.update(id, { ...same, address })
      return [answer.status, (await answer.json()).errors]
    }
    const error = (message: string) => [422, { address: { message } }]
    expect(await rejected('crates', 'taken')).toEqual(error('Another post has this address.'))
    expect(await rejected('crates', 'once-taken')).toEqual(
      error('Another post had this address, and links to it lead there.'),
    )
    for (const broken of ['broken', 'link-like'])
      expect(await rejected('crates', broken)).toEqual(error('A file has this name already.'))
    expect(await rejected('crates', 'own')).toEqual(error('Another post has this address.'))
    expect(await rejected('crates', 'tag')).toEqual(error('This address is taken.'))
    for (const wrong of ['Zebra', '../zebra', '-zebra', 'z'.repeat(81), 'zebra/stripes'])
      expect((await rejected('crates', wrong))[0]).toBe(422)
    expect(await app.filesIn('content/posts')).toEqual(before)
    expect(await app.file('posts/crates.html')).toBe(FILE)
  })

  test('can be chosen for a new post', async () => {
    const app = await site()
    expect(await (await app.create({ address: 'my-own' })).json()).toMatchObject({ id: 'my-own' })
    expect((await app.create({ address: 'crates' })).status).toBe(422)
    expect(await (await app.create({ title: 'Made up', address: '' })).json()).toMatchObject({ id: 'made-up' })
  })

  test('is one commit that git recognizes as a rename', async () => {
    const app = await blogApp({ files: { 'posts/crates.html': FILE }, now: () => NOW, inGit: true })
    await app.update('crates', { ...same, address: 'boxes' })
    await app.committed()
    const log = await git(app.dir, 'log', '-1', '--format=%s%n%(trailers:key=Content-Id)', '--name-status', '-M')
    expect(log.split('\n').filter(Boolean)).toEqual([
      'post: move "Crates" from crates to boxes',
      'Content-Id: boxes',
      expect.stringMatching(/^R\d+\tcontent\/posts\/crates\.html\tcontent\/posts\/boxes\.html$/),
    ])
  })
})

describe('a former slug', () => {
  test('is the address of its post again when the former file comes back, and the alias is reported', async () => {
    const app = await site()
    await app.update('crates', { ...same, address: 'boxes' })
    await Bun.write(join(app.dir, 'content/posts/crates.html'), FILE)
    await app.content.reload(['posts/crates.html'])
    expect((await app.list()).map(({ id }) => id).sort()).toEqual(['boxes', 'crates'])
    expect(await leadsTo(app, 'crates')).toEqual([200, null])
    expect(app.content.snapshot().problems).toMatchObject([
      {
        file: expect.stringContaining('posts/boxes.html'),
        severity: 'warning',
        reason: 'aliases: "crates" belongs to the post "crates"',
      },
    ])
  })

  test('does not hide an existing post behind the alias of another', async () => {
    const app = await site({ 'posts/other.html': plainPost({ aliases: ['crates'], title: 'Other' }) })
    expect((await app.list()).map(({ id }) => id).sort()).toEqual(['crates', 'other'])
    expect(await leadsTo(app, 'crates')).toEqual([200, null])
  })
})
