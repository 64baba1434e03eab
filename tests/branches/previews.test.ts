import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { firstText, POST, paragraph } from '#tests/git/saving.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { invited } from '#tests/writing/people.ts'
import { branchSite } from './branch-site.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const bodyWithImages = `[A bake](/blog/a)

![The plan](plan.svg) ![The van](/storage/photos/van.webp) ![Of the old site](/img/old.webp)`
const photo = await Bun.file('docs/blog.webp').bytes()

let site: Awaited<ReturnType<typeof branchSite>>
let offsetMs = 0
let tip = ''
const ends: (() => unknown)[] = []
beforeAll(async () => {
  site = await branchSite(ends, { now: () => new Date(Date.now() + offsetMs) })
  for (const path of [
    'content/posts/racks/racks.webp',
    'storage/public/photos/van.webp',
    'storage/public/img/old.webp',
  ])
    await Bun.write(join(site.editor.dir, path), photo)
  tip = await site.pushBranch('racks', {
    'content/posts/racks/index.md': aPost({ title: 'Racks', image: 'racks.webp', body: bodyWithImages }),
    'content/posts/racks/plan.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="9" height="9"/></svg>',
    'content/posts/trays.md': aPost({ title: 'Trays', image: 'photos/van.webp' }),
    'content/posts/hidden.md': aPost({ title: 'Hidden', draft: true }),
    'content/categories/shipping.yml': 'name: Shipping by van\n',
    [POST]: firstText.replace('A bake', 'A bake in racks'),
  })
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

describe('the preview of a branch', () => {
  test('shows the whole site with the branch, with links that stay there and a bar that names the branch', async () => {
    const { after, before, until } = await site.preview('racks')
    expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(7 * DAY_MS)
    expect(await site.read(`${after}blog`)).toContain('Racks')
    const page = await site.read(`${after}blog/racks`)
    expect(page).toContain(`href="${after}blog/a"`)
    expect(page).toContain('This is a preview.')
    expect(page).toContain('<bdi>racks</bdi>')
    expect(await site.read(`${after}blog/a`)).toContain('A bake in racks')
    expect(await site.read(`${before}blog/a`)).not.toContain('A bake in racks')
    expect(await site.status(`${before}blog/racks`)).toBe(404)
  })

  test('shows images of the branch, those beside posts and stored ones, which visitors do not get', async () => {
    const { after, before } = await site.preview('racks')
    const pages = [await site.read(`${after}blog/racks`), await site.read(`${after}blog/trays`)].join()
    const images = [...pages.matchAll(/src="(\/time-machine\/[^"]+)"/g)].map(([, url = '']) => url)
    const names = ['racks.webp', 'plan.svg', 'van.webp', 'old.webp']
    expect(new Set(images.map((url) => url.split('/').at(-1)))).toEqual(new Set(names))
    for (const url of images) expect((await site.app.get(url)).headers.get('content-type')).toBe('image/webp')
    const stored = images.find((url) => url.endsWith('van.webp')) ?? ''
    expect(await site.status(stored.replace(after, before))).toBe(404)
    expect(await site.status(stored.replace('van.webp', 'none.webp'))).toBe(404)
    expect(await site.status(stored.replace('photos/van.webp', '..%2F..%2Fcontent/posts/racks/racks.webp'))).toBe(404)
    expect(await site.status('/storage/photos/van.webp')).toBe(404)
  })

  test('has neither drafts nor scripts, and is for no cache, search engine or frame of another site', async () => {
    const { after } = await site.preview('racks')
    expect(await site.status(`${after}blog/hidden`)).toBe(404)
    const answer = await site.app.get(`${after}blog/racks`)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(answer.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'.*sandbox allow-same-origin/)
    expect(await answer.text()).not.toMatch(/<script|rel="canonical"/)
  })

  test('makes nothing of the branch public', async () => {
    await site.preview('racks')
    for (const path of [
      '/blog',
      '/blog/category/shipping',
      '/feed.xml',
      '/sitemap.xml',
      '/api/blog-posts',
      '/api/categories',
    ])
      expect(await site.read(path)).not.toMatch(/Racks|in racks|by van/)
    expect(await site.status('/blog/racks')).toBe(404)
    expect(await site.read('/blog?q=racks')).not.toContain('/blog/racks')
  })

  test('lists the pages that the branch changes, and no page for what visitors do not see', async () => {
    expect(await site.pages('racks')).toEqual({
      tip,
      pages: [
        { title: 'Shipping by van', file: 'categories/shipping.yml', before: null, after: null },
        { title: 'A bake in racks', file: 'posts/a.md', before: '/blog/a', after: '/blog/a' },
        { title: 'Hidden', file: 'posts/hidden.md', before: null, after: null },
        { title: 'Racks', file: 'posts/racks/index.md', before: null, after: '/blog/racks' },
        { title: 'Trays', file: 'posts/trays.md', before: null, after: '/blog/trays' },
      ],
      others: 4,
    })
  })

  test('shows saves of the live site at once, and a push after ten seconds', async () => {
    const { after } = await site.preview('racks')
    const { content } = await site.open()
    expect((await site.save({ content: paragraph(content, 3, 'Of the live site.') })).status).toBe(200)
    const page = await site.read(`${after}blog/a`)
    expect(page).toContain('Of the live site.')
    expect(page).toContain('A bake in racks')
    await site.pushBranch('racks', { 'content/posts/crates.md': aPost({ title: 'Crates' }) })
    offsetMs += 10_000
    expect(await site.read(`${after}blog`)).toContain('Crates')
  })

  test('ends when it is ended, also for links of others, and can be created again', async () => {
    const { after, before } = await site.preview('racks')
    expect((await site.branch('racks'))?.hasLinks).toBe(true)
    expect((await site.endPreviews('racks')).status).toBe(200)
    for (const path of [after, before]) expect(await site.status(path)).toBe(404)
    expect((await site.branch('racks'))?.hasLinks).toBe(false)
    expect((await site.endPreviews('racks')).status).toBe(404)
    const again = await site.preview('racks')
    expect(await site.status(again.after)).toBe(200)
    expect(await site.status(after)).toBe(404)
  })

  test('ends after seven days', async () => {
    const { after, until } = await site.preview('racks')
    const before = offsetMs
    offsetMs += Date.parse(until) - Date.now() - offsetMs - 1_000
    expect(await site.status(after)).toBe(200)
    offsetMs += 2_000
    expect(await site.status(after)).toBe(404)
    offsetMs = before
  })

  test('ends when the person who created the link is removed', async () => {
    const theirs = await invited(site.app, site.token, 'Bo')
    const { after } = await site.preview('racks', theirs)
    expect(await site.status(after)).toBe(200)
    const listed = await (await site.send('GET', adminPaths.administrators)).json()
    const { id } = listed.administrators.find(({ name }: { name: string }) => name === 'Bo')
    expect((await site.send('DELETE', adminPaths.administrator(id))).status).toBe(200)
    expect(await site.status(after)).toBe(404)
  })

  test('ends with the branch', async () => {
    const gone = await site.pushBranch('gone', { 'content/posts/gone.md': aPost({ title: 'Gone' }) })
    const { after } = await site.preview('gone')
    expect(await site.status(`${after}blog/gone`)).toBe(200)
    expect((await site.removeBranch({ name: 'gone', tip: gone })).status).toBe(200)
    expect(await site.status(`${after}blog/gone`)).toBe(404)
  })

  test('does not work for a token of another kind, and for a branch that is not there', async () => {
    expect(await site.status(`/time-machine/${site.token}/`)).toBe(404)
    for (const name of ['main', 'nowhere', '../racks', '--all', 'a:b'])
      expect((await site.send('POST', adminPaths.branchPreviews, { name })).status).toBe(404)
    for (const json of [{}, { name: '' }, { name: 'x'.repeat(201) }, { name: 3 }])
      expect((await site.send('POST', adminPaths.branchPreviews, json)).status).toBe(422)
  })

  test('is in the audit log when it is created and when it is ended', async () => {
    const events = (await site.audit()).filter(({ event }) => event.startsWith('branch.pre'))
    expect(new Set(events.map(({ event, subject }) => `${event} ${subject}`))).toEqual(
      new Set(['branch.previewed racks', 'branch.preview-ended racks', 'branch.previewed gone']),
    )
  })
})
