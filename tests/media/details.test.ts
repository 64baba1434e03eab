import { beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import type { MediaImage, MediaItem } from '#contract/media.ts'
import { pagePaths } from '#contract/paths.ts'
import { createImageDetails } from '#server/media/image-details.ts'
import { createFileStore } from '#server/storage/file-store.ts'
import { blogApps } from '#tests/blog/blog-app.ts'
import { png } from './inputs.ts'
import { aFile, mediaCalls, showing } from './media-site.ts'

const blogApp = blogApps()
type App = Omit<Awaited<ReturnType<typeof blogApp>>, 'list' | 'remove'> & ReturnType<typeof mediaCalls>
let app: App
let width = 500

beforeAll(async () => {
  const started = await blogApp({ files: { 'posts/van/index.md': showing('A van', 'Text.') } })
  app = { ...started, ...mediaCalls(started, started.token) }
})

/** Stores another image under this name. */
const upload = (name: string, more = {}) => app.added(++width, { image: aFile(png(width, 300), name), ...more })
const read = async (path: string): Promise<MediaImage> =>
  (await app.send('GET', `${adminPaths.mediaImage}?${new URLSearchParams({ path })}`, { token: app.token })).json()
const describeImage = (json: Record<string, unknown>) =>
  app.send('PUT', adminPaths.mediaImage, { token: app.token, json })
const filesFor = async (q: string) => (await app.list({ q })).items.map(({ file }) => file)

describe('the name of an uploaded file', () => {
  test('is stored with the image, and finds it', async () => {
    const { file, name } = await upload('C:\\ann\\Spring\u202E menu.png')
    expect(name).toBe('Spring menu.png')
    expect(await filesFor('spring MENU')).toEqual([file])
    expect((await read(file)).added_by).toBe('Administrator')
  })

  test('is known of images in the folder of a post, of replacements and of featured images', async () => {
    const ofPost = await upload('Crates by the door.png', { post: 'van' })
    expect([ofPost.name, await filesFor('by the door')]).toEqual(['Crates by the door.png', [ofPost.file]])
    const replaced = await app.replace({ path: ofPost.file, image: aFile(png(77, 77), 'Other.png') })
    expect(replaced.status).toBe(200)
    const old = await upload('Old.png')
    const { item } = await (await app.replace({ path: old.file, image: aFile(png(78, 77), 'New one.png') })).json()
    expect(item.name).toBe('New one.png')
    expect((await app.create({ title: 'Racks', image: aFile(png(79, 77), 'A rack.png') })).status).toBe(201)
    expect(await filesFor('a rack.png')).toHaveLength(1)
  })

  test('is in no public URL, header or page', async () => {
    const { url } = await upload('Dismissals 2027.png')
    expect((await app.create({ title: 'A plan', content: `![Loaves](${url})`, format: 'md' })).status).toBe(201)
    const image = await app.get(url)
    const page = await app.get(pagePaths.post('a-plan'))
    expect([image.status, page.status]).toEqual([200, 200])
    const answers = [url, JSON.stringify([...image.headers]), JSON.stringify([...page.headers]), await page.text()]
    expect(answers.join()).not.toContain('Dismissals')
    const stored = await readdir(join(app.dir, 'storage/public'), { recursive: true })
    expect(stored.join()).not.toContain('Dismissals')
  })

  test('is missing for an image that was stored before, which shows its path', async () => {
    await mkdir(join(app.dir, 'storage/public/posts'), { recursive: true })
    await writeFile(join(app.dir, 'storage/public/posts/old-van.png'), png(9, 9))
    const [item] = (await app.list({ q: 'old-van' })).items
    expect(item).toMatchObject({ name: null, caption: '', file: 'posts/old-van.png' })
    expect((await read('posts/old-van.png')).added_by).toBeNull()
  })

  test('survives a restart, and what a newer version wrote stays as it is', async () => {
    const store = createFileStore(await mkdtemp(join(tmpdir(), 'images-')))
    const first = createImageDetails({ store, isShared: false })
    await first.change('posts/a.webp', { name: 'a.png' })
    await first.change('posts/a.webp', { alt: 'Loaves' })
    const newer = '{"format":99,"file":"posts/b.webp"}'
    await store.put('images/newer.json', newer)
    const again = createImageDetails({ store, isShared: false })
    expect([...(await again.all())]).toEqual([['posts/a.webp', { name: 'a.png', alt: 'Loaves' }]])
    expect(await store.get('images/newer.json')).toBe(newer)
    await again.remove('posts/a.webp')
    expect((await again.all()).size).toBe(0)
  })
})

describe('the description and the caption in the library', () => {
  test('are those of the library from now on, and texts keep theirs', async () => {
    const { file, url } = await upload('Bread.png')
    expect((await app.create({ title: 'Bread', content: `![In the text](${url})`, format: 'md' })).status).toBe(201)
    expect((await read(file)).alt).toBe('In the text')
    const answer = await describeImage({ path: file, alt: ' Loaves\n on a rack ', caption: 'At four.' })
    expect(answer.status).toBe(200)
    expect((await answer.json()) as MediaItem).toMatchObject({ alt: 'Loaves on a rack', caption: 'At four.' })
    expect(await filesFor('at four')).toEqual([file])
    expect(await app.file('posts/bread.md')).toContain('![In the text]')
  })

  test('are rejected where they are too long, and for an image that does not exist', async () => {
    const { file } = await upload('Long.png')
    const long = await describeImage({ path: file, alt: 'x'.repeat(501), caption: '' })
    expect(long.status).toBe(422)
    expect(Object.keys((await long.json()).errors)).toEqual(['alt'])
    const missing = { path: 'posts/nothing.webp', alt: '', caption: '' }
    expect((await describeImage(missing)).status).toBe(404)
    expect((await describeImage({ ...missing, path: '../../etc/passwd' })).status).toBe(422)
  })
})

test('an image names each place that uses it, with what opens it', async () => {
  const { file, path, url } = await upload('Everywhere.png')
  const { content, dir } = app
  const files = {
    'posts/featured.md': showing('Featured', 'Text.', { image: path }),
    'posts/both.md': showing('Both', `![A](${url})`, { image: path }),
    'posts/inline.md': showing('Inline', `![A](${url})`),
    'authors/ann.yml': `name: Ann\npicture: ${path}\n`,
    'legal/privacy-policy.md': `# Privacy\n\n![A](${url})\n`,
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(dir, 'content', name, '..'), { recursive: true })
    await writeFile(join(dir, 'content', name), text)
  }
  await content.reload(Object.keys(files))
  const fields = { format: 'md', title: 'Soon', content: `![](${url})` }
  const copy = adminPaths.workingCopy('new-0123456789abcdef')
  expect((await app.send('PUT', copy, { token: app.token, json: { revision: null, fields } })).status).toBe(200)
  const { uses } = await read(file)
  expect(uses.map(({ kind, title, url }) => `${kind}: ${title} ${url}`).sort()).toEqual([
    'author: Ann /blog/author/ann',
    'featured: Both /admin/blog/both/edit',
    'featured: Featured /admin/blog/featured/edit',
    'page: Privacy policy /privacy-policy',
    'text: Both /admin/blog/both/edit',
    'text: Inline /admin/blog/inline/edit',
    'unsaved: An unsaved text /admin/unsaved',
  ])
})

test('an image in the folder of a post names its post as text and as featured image', async () => {
  const { file, url } = await upload('door.png', { post: 'van' })
  await writeFile(join(app.dir, 'content/posts/van/index.md'), showing('A van', `![Door](${url})`, { image: url }))
  await app.content.reload(['posts/van/index.md'])
  expect((await read(file)).uses.map(({ kind, url }) => `${kind} ${url}`).sort()).toEqual([
    'featured /admin/blog/van/edit',
    'text /admin/blog/van/edit',
  ])
})
