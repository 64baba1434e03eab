import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { auditOf } from '#tests/audit/audit-of.ts'
import { blogApps } from '#tests/blog/blog-app.ts'
import { png, svg } from './inputs.ts'
import { aFile, mediaCalls, showing } from './media-site.ts'

const blogApp = blogApps()
async function library(options: Parameters<typeof blogApp>[0] = {}) {
  const app = await blogApp(options)
  return { ...app, ...mediaCalls(app, app.token), stored: (path: string) => join(app.dir, 'storage/public', path) }
}

describe('GET /api/media', () => {
  test('requires a session', async () => {
    const { get } = await library()
    expect((await get(adminPaths.media)).status).toBe(401)
  })

  test('lists an uploaded image once, with its size and widths, as unused', async () => {
    const { added, list, stored } = await library()
    const item = await added(1200)
    expect(item).toMatchObject({ width: 1200, height: 300, widths: [480, 960, 1200], used_in: [], elsewhere: false })
    expect(item.url).toBe(`/storage/${item.path}`)
    expect(item.bytes).toBe(Bun.file(stored(item.path)).size)
    expect(Math.abs(Date.parse(item.added) - Date.now())).toBeLessThan(60_000)
    expect(await list()).toEqual({ items: [item], total: 1, next: null })
    expect((await list({ use: 'unused' })).total).toBe(1)
    expect((await list({ use: 'used' })).total).toBe(0)
  })

  test('names the posts that use an image, by front matter, Markdown, HTML and other widths', async () => {
    const { added, list, content, dir } = await library()
    const { path } = await added(1200)
    const narrow = path.replace(/-\d+x\d+/, '-480')
    const posts = {
      featured: showing('Featured', 'Text.', { image: path, image_alt: 'A van' }),
      inline: showing('Inline', `![Crates](/storage/${path})`),
      html: showing('Tag', `<img src="/storage/${narrow}" alt="">`),
      other: showing('Other', 'Text about posts/nothing.webp'),
    }
    for (const [id, text] of Object.entries(posts)) await Bun.write(join(dir, `content/posts/${id}.md`), text)
    await content.reload(Object.keys(posts).map((id) => `posts/${id}.md`))
    const { items } = await list({ use: 'used' })
    expect(items.map(({ used_in }) => used_in.map(({ title }) => title).sort())).toEqual([
      ['Featured', 'Inline', 'Tag'],
    ])
    expect(items[0]?.alt).toMatch(/^(?:A van|Crates)$/)
  })

  test('follows a post that stops using an image', async () => {
    const { added, list, create, update } = await library()
    const { url } = await added(500)
    await create({ title: 'Baking', content: `![A](${url})`, format: 'md' })
    expect((await list({ use: 'used' })).total).toBe(1)
    await update('baking', { title: 'Baking', content: 'No image.', format: 'md' })
    expect((await list({ use: 'used' })).total).toBe(0)
  })

  test('searches paths, descriptions and titles of posts', async () => {
    const { added, list, create } = await library()
    const { path, url } = await added(500)
    await added(510)
    await create({ title: 'Baking bread', content: `![Warm crates](${url})`, format: 'md' })
    for (const q of ['bread', 'CRATES warm', path.slice(6, 20)]) {
      expect((await list({ q })).items.map((item) => item.path)).toEqual([path])
    }
    expect((await list({ q: 'bread cake' })).total).toBe(0)
  })

  test('sends 50 images a page, the newest first', async () => {
    const { list, stored } = await library()
    await mkdir(stored('posts'), { recursive: true })
    for (let at = 0; at < 53; at++) await writeFile(stored(`posts/p${at}.png`), png(1, 1))
    const first = await list()
    expect([first.items.length, first.total]).toEqual([50, 53])
    expect((await list({ page: '2' })).items).toHaveLength(3)
    expect(await list({ page: '3' })).toEqual({ items: [], total: 53, next: null })
  })

  test('skips and repeats no image when shown ones are deleted before the next page is asked for', async () => {
    const { list, stored, remove, send, token } = await library()
    await mkdir(stored('posts'), { recursive: true })
    for (let at = 0; at < 60; at++) await writeFile(stored(`posts/p${at}.png`), png(1, 1))
    const first = await list()
    for (const index of [0, 7, 49]) await remove(first.items[index]?.file ?? '')
    const second = await list({ after: first.next ?? '' })
    expect([second.items.length, second.next]).toEqual([10, null])
    const files = [...first.items, ...second.items].map(({ file }) => file)
    expect(new Set(files).size).toBe(60)
    const invalid = await send('GET', `${adminPaths.media}?after=x`, { token })
    expect(invalid.status).toBe(422)
  })

  test('counts an author picture and an unsaved text as uses elsewhere', async () => {
    const files = { 'posts/van/index.md': showing('A van', 'Text.') }
    const { added, list, send, token, content, dir } = await library({ files })
    const [one, two, beside] = [await added(500), await added(510), await added(520, { post: 'van' })]
    await mkdir(join(dir, 'content/authors'), { recursive: true })
    await writeFile(join(dir, 'content/authors/ann.yml'), `name: Ann\npicture: ${one.path}\n`)
    await content.reload(['authors/ann.yml'])
    const fields = { format: 'md', title: 'Soon', content: `![](${two.url}) ![](${beside.url})` }
    const copy = adminPaths.workingCopy('new-0123456789abcdef')
    expect((await send('PUT', copy, { token, json: { revision: null, fields } })).status).toBe(200)
    expect((await list()).items.map(({ elsewhere }) => elsewhere)).toEqual([true, true, true])
    expect((await list({ use: 'unused' })).total).toBe(0)
  })

  test('lists images in the folder of a post once, not what the site made of them', async () => {
    const { list, content, dir } = await library()
    const folder = join(dir, 'content/posts/van')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'index.md'), showing('A van', '![The van](van.png)'))
    await writeFile(join(folder, 'van.png'), png(700, 300))
    await writeFile(join(folder, 'spare.png'), png(20, 20))
    await content.reload(['index.md', 'van.png', 'spare.png'].map((name) => `posts/van/${name}`))
    const { items } = await list()
    expect(items.map(({ file, used_in }) => [file, used_in.length]).sort()).toEqual([
      ['content/posts/van/spare.png', 0],
      ['content/posts/van/van.png', 1],
    ])
    expect((await list({ in: 'library' })).total).toBe(0)
    expect(items.find(({ file }) => file.endsWith('/van.png'))).toMatchObject({ url: 'van.png', width: 700 })
  })
})

describe('POST /api/media', () => {
  test('rejects what is no image, whatever its name, and stores nothing', async () => {
    const { add, filesIn } = await library()
    for (const image of [aFile(svg(), 'photo.png'), aFile(new Uint8Array(0)), 'text']) {
      expect((await add({ image })).status).toBe(422)
    }
    expect((await add({ image: [] })).status).toBe(422)
    expect(await filesIn('storage/public/posts')).toEqual([])
  })

  test('stores an image that the folder of another post has, too', async () => {
    const { added, list, content, dir } = await library({
      files: { 'posts/van/index.md': showing('A van', '![](van.png)') },
    })
    await writeFile(join(dir, 'content/posts/van/van.png'), png(700, 300))
    await content.reload(['posts/van/van.png'])
    await list({ in: 'library', post: 'van' })
    const image = await added(700)
    expect(image).toMatchObject({ file: image.path, url: `/storage/${image.path}`, width: 700 })
  })

  test('lists the images in the folder of a post first for its editor, and leaves out those of others', async () => {
    const files = { 'posts/van/index.md': showing('A van', 'Text.'), 'posts/bus/index.md': showing('A bus', 'Text.') }
    const { added, list, content, dir } = await library({ files })
    await writeFile(join(dir, 'content/posts/van/spare.png'), png(20, 20))
    await writeFile(join(dir, 'content/posts/bus/bus.png'), png(30, 20))
    await content.reload(['posts/van/spare.png', 'posts/bus/bus.png'])
    const { url } = await added(500)
    const { items } = await list({ in: 'library', post: 'van' })
    expect(items.map((one) => one.url)).toEqual(['spare.png', url])
    expect(items[0]?.path).toMatch(/^posts\/[0-9a-f]{32}-20x20\.webp$/)
    expect((await list({ in: 'library' })).items.map((one) => one.url)).toEqual([url])
  })

  test('stores an image in the folder of a post that has one, and in the library for any other', async () => {
    const app = await library({ files: { 'posts/plain.md': showing('Plain', 'Text.') } })
    const { added, content, dir, filesIn, send, token } = app
    await mkdir(join(dir, 'content/posts/van'), { recursive: true })
    await writeFile(join(dir, 'content/posts/van/index.md'), showing('A van', 'Text.'))
    await content.reload(['posts/van/index.md'])
    const image = aFile(png(640, 300), 'My Photo.PNG')
    const colocated = await added(0, { image, post: 'van' })
    expect(colocated.url).toMatch(/^my-photo-[0-9a-f]{8}\.webp$/)
    expect(colocated).toMatchObject({ file: `content/posts/van/${colocated.url}`, width: 640, widths: [480, 640] })
    expect(await filesIn('content/posts/van')).toEqual(['index.md', colocated.url])
    expect((await added(600, { post: 'plain' })).file).toMatch(/^posts\//)
    const preview = { format: 'md', content: `![A van](${colocated.url})`, id: 'van' }
    const shown = await send('POST', adminPaths.writingPreview, { token, json: preview })
    expect((await shown.json()).content).toContain(`src="/storage/${colocated.path}"`)
  })

  test('stores no more images in the folder of a post than the site reads', async () => {
    const { add, content, dir } = await library({ files: { 'posts/van/index.md': showing('A van', 'Text.') } })
    const names = Array.from({ length: 200 }, (_, index) => `posts/van/${index}.png`)
    for (const name of names) await writeFile(join(dir, 'content', name), png(9, 9))
    await content.reload(names)
    const answer = await add({ image: aFile(png(20, 20)), post: 'van' })
    expect(answer.status).toBe(422)
    expect((await answer.json()).errors.image.message).toContain('has 200 images')
  })

  test('answers 404 for a post that does not exist', async () => {
    const { add } = await library()
    for (const post of ['nothing', '../van', 'van/index.md']) {
      expect((await add({ image: aFile(png(9, 9)), post })).status).toBe(404)
    }
  })

  test('is in the audit log', async () => {
    const app = await library()
    const { path } = await app.added(500)
    await app.remove(path)
    const events = (await auditOf(app)).filter(({ event }) => event.startsWith('media.'))
    expect(events).toMatchObject([
      { event: 'media.added', subject: path },
      { event: 'media.deleted', subject: path },
    ])
  })
})

describe('DELETE /api/media', () => {
  test('removes every width of an unused image', async () => {
    const { added, remove, filesIn } = await library()
    const { path } = await added(1200)
    expect(await filesIn('storage/public/posts')).toHaveLength(3)
    expect((await remove(path)).status).toBe(200)
    expect(await filesIn('storage/public/posts')).toEqual([])
    expect((await remove(path)).status).toBe(404)
  })

  test('names the posts that use the image and deletes nothing, unless forced', async () => {
    const { added, remove, create, stored } = await library()
    const { path, url } = await added(500)
    await create({ title: 'Baking', content: `![A](${url})`, format: 'md' })
    const rejected = await remove(path)
    expect(rejected.status).toBe(409)
    expect(await rejected.json()).toMatchObject({ used_in: [{ id: 'baking', title: 'Baking' }], elsewhere: false })
    expect(existsSync(stored(path))).toBe(true)
    expect((await remove(path, true)).status).toBe(200)
    expect(existsSync(stored(path))).toBe(false)
  })

  test('reaches no file outside of the library', async () => {
    const { remove, added, dir, stored } = await library()
    await added(500)
    await writeFile(stored('secret.png'), png(1, 1))
    const hostile = [
      '../secret.png',
      'posts/../secret.png',
      'posts/%2e%2e/secret.png',
      'secret.png',
      '/etc/passwd',
      'posts//secret.png',
      'posts/.hidden.png',
      'posts\\..\\secret.png',
      'posts/a.png\u0000',
      'content/../storage/private/audit.jsonl',
      'content/site.yml',
      `posts/${'a'.repeat(400)}.png`,
      '',
    ]
    for (const path of hostile) expect([path, (await remove(path, true)).status]).toEqual([path, 422])
    for (const path of ['content/posts/a.md', 'posts/nothing.webp', 'posts']) {
      expect((await remove(path, true)).status).toBeGreaterThanOrEqual(404)
    }
    expect(existsSync(stored('secret.png'))).toBe(true)
    expect(existsSync(join(dir, 'content/site.yml'))).toBe(true)
  })
})
