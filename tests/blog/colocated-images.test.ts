import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { git } from '#tests/helpers/git.ts'

const blogApp = blogApps()
const NOW = new Date('2026-06-01T12:00:00Z')

const small = await new Bun.Image(await Bun.file('docs/blog.webp').bytes()).resize(100, 30).png().bytes()
/** An image with a unique width. */
const photo = async (width: number) => new Bun.Image(small).resize(width, 300).jpeg().bytes()

async function siteWithFolder(options: { inGit?: boolean } = {}) {
  const text = plainPost({
    image: 'cover.jpg',
    image_alt: 'A van',
    body: '![Crates](./crates.jpg)\n\n![Gone](gone.jpg)',
  })
  const app = await blogApp({ ...options, now: () => NOW })
  const folder = join(app.dir, 'content/posts/van')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.md'), text)
  await writeFile(join(folder, 'cover.jpg'), await photo(1000))
  await writeFile(join(folder, 'crates.jpg'), await photo(600))
  const names = ['index.md', 'cover.jpg', 'crates.jpg'].map((name) => `posts/van/${name}`)
  await app.content.reload(names)
  const post = async (): Promise<Post> => (await app.get(apiPaths.post('van'))).json()
  return { ...app, folder, post }
}

describe('co-located images', () => {
  test('are stored like uploaded ones, and the body names their URL, size and widths', async () => {
    const { dir, post } = await siteWithFolder()
    const { image, picture, content } = await post()
    expect(image).toMatch(/^posts\/[0-9a-f]{32}-1000x300\.webp$/)
    expect(picture).toMatchObject({ alt: 'A van', widths: [480, 960, 1000] })
    expect(content).toMatch(/src="\/storage\/posts\/[0-9a-f]{32}-600x300\.webp"/)
    expect(content).toMatch(/srcset="\/storage\/posts\/[0-9a-f]{32}-480\.webp 480w, [^"]*-600x300\.webp 600w"/)
    expect(content).toContain('width="600" height="300"')
    expect(content).not.toContain('gone.jpg')
    expect(existsSync(join(dir, 'storage/public/.derived', image ?? ''))).toBe(true)
  }, 60_000)

  test.each(['images/none.jpg', 'assets/none.webp', '/images/none.png', '../none.gif', 'none.jpg'])(
    'that do not exist are shown nowhere: image: %s',
    async (image) => {
      const app = await blogApp({ files: { 'posts/old.md': plainPost({ image }) }, now: () => NOW })
      const one: Post = await (await app.get(apiPaths.post('old'))).json()
      expect(one).toMatchObject({ image: null, picture: null })
      expect((await app.list())[0]).toMatchObject({ image: null, picture: null })
      const page = await (await app.get('/blog/old')).text()
      for (const text of [page, await (await app.get('/sitemap.xml')).text()])
        expect(text).not.toMatch(/none\.(?:jpg|webp|png|gif)/)
    },
  )

  test('in SVG are shown as PNG is, within limits and without anything from outside; never as they are', async () => {
    const svg = (size: string, inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`
    const drawing =
      '<rect width="8" height="8" fill="#c00"/><image href="http://127.0.0.1:1/x.png" width="8" height="8"/>'
    const files = {
      'posts/van/index.md': plainPost({
        image: 'a.svg',
        body: '![One](a.svg) ![Two](../img/b.svg) ![Large](large.svg) ![Broken](broken.svg) ![Gone](gone.svg)',
      }),
      'posts/van/a.svg': svg('width="64" height="32"', drawing),
      'posts/img/b.svg': `<?xml version="1.0"?>\n<!-- Inkscape -->\n${svg('width="32" height="16"', drawing)}`,
      'posts/van/large.svg': svg('width="10000" height="10000"', drawing),
      'posts/van/broken.svg': '<svg',
    }
    const app = await blogApp({ files, now: () => NOW })
    const placed = /-64x32\.webp".*-32x16\.webp"/s
    const shown = await eventually(
      async (): Promise<Post> => (await app.get(apiPaths.post('van'))).json(),
      (post) => placed.test(post.content),
    )
    const { image, content } = shown
    expect(image).toMatch(/-64x32\.webp$/)
    expect(content).toContain('Large Broken Gone')
    expect(content).not.toContain('.svg')
    for (const path of ['/storage/posts/van/a.svg', '/blog/a.svg', '/blog/van/a.svg', '/posts/van/a.svg'])
      expect((await app.get(path)).status).not.toBe(200)
  })

  test('of the storage that an editor has added by hand are shown', async () => {
    const app = await blogApp({ files: { 'posts/old.md': plainPost({ image: 'images/there.png' }) }, now: () => NOW })
    await mkdir(join(app.dir, 'storage/public/images'), { recursive: true })
    await writeFile(join(app.dir, 'storage/public/images/there.png'), small)
    const one: Post = await (await app.get(apiPaths.post('old'))).json()
    expect(one.image).toBe('images/there.png')
    expect((await app.editable('old')).source.image).toBe('images/there.png')
  })

  test('may be named by the path of an old site, in shortcodes and for scripts', async () => {
    const app = await blogApp({ now: () => NOW })
    const posts = join(app.dir, 'content/posts')
    await mkdir(join(posts, 'images'), { recursive: true })
    await mkdir(join(app.dir, 'storage/public/assets'), { recursive: true })
    await writeFile(join(posts, 'images/a.jpg'), await photo(500))
    await writeFile(join(posts, 'images/b.jpg'), await photo(510))
    await writeFile(join(posts, 'images/c.jpg'), await photo(520))
    await writeFile(join(app.dir, 'storage/public/assets/d.png'), small)
    const body =
      '![A](/images/a.jpg)\n\n{{< figure src="images/b.jpg" >}}\n\n<img src="" data-src="/images/c.jpg" alt="C">\n\n![D](/assets/d.png)\n\n![Gone & <b>"away"</b>](/images/e.jpg)'
    await writeFile(join(posts, 'old.md'), plainPost({ body }))
    await app.content.reload(['posts/old.md', ...['a', 'b', 'c'].map((name) => `posts/images/${name}.jpg`)])
    const { content }: Post = await (await app.get(apiPaths.post('old'))).json()
    const shown = [...content.matchAll(/ src="([^"]*)"/g)].map(([, src = '']) => src.replace(/[0-9a-f]{32}/, 'x'))
    expect(shown).toEqual([
      ...['/storage/posts/x-500x300.webp', '/storage/posts/x-510x300.webp', '/storage/posts/x-520x300.webp'],
      '/storage/assets/d.png',
    ])
    expect(content).toContain('<p>Gone &amp; &lt;b&gt;"away"&lt;/b&gt;</p>')
  })

  test('are featured by the path of an old site or from another folder, and the save of such a post leaves them', async () => {
    const app = await blogApp({ now: () => NOW })
    const posts = join(app.dir, 'content/posts')
    await mkdir(join(posts, 'images'), { recursive: true })
    await mkdir(join(posts, 'deep'), { recursive: true })
    await mkdir(join(app.dir, 'storage/public/assets'), { recursive: true })
    await writeFile(join(posts, 'images/a.jpg'), await photo(500))
    await writeFile(join(app.dir, 'storage/public/assets/d.png'), small)
    const named = {
      'deep/root': '/images/a.jpg',
      'deep/near': '../images/a.jpg',
      'deep/stored': '/assets/d.png',
      'deep/gone': '/images/gone.jpg',
      'deep/away': '../../../storage/private/a.png',
    }
    for (const [name, image] of Object.entries(named)) await writeFile(join(posts, `${name}.md`), plainPost({ image }))
    await app.content.reload(['posts/images/a.jpg', ...Object.keys(named).map((name) => `posts/${name}.md`)])
    const imageOf = async (id: string) => ((await (await app.get(apiPaths.post(id))).json()) as Post).image
    expect(await imageOf('root')).toMatch(/^posts\/[0-9a-f]{32}-500x300\.webp$/)
    expect(await imageOf('near')).toBe(await imageOf('root'))
    expect(await imageOf('stored')).toBe('assets/d.png')
    expect([await imageOf('gone'), await imageOf('away')]).toEqual([null, null])
    expect((await app.update('root', { title: 'A van', format: 'md' })).status).toBe(200)
    expect(await app.file('posts/deep/root.md')).toContain('image: "/images/a.jpg"')
  })

  test('follow many posts that appear at once, which do not wait for them', async () => {
    const app = await blogApp({ now: () => NOW })
    const posts = join(app.dir, 'content/posts')
    const names = Array.from({ length: 60 }, (_, index) => `walk-${index}`)
    await mkdir(posts, { recursive: true })
    await Promise.all(
      names.map((name) => writeFile(join(posts, `${name}.md`), plainPost({ body: '![A van](van.jpg)' }))),
    )
    await writeFile(join(posts, 'van.jpg'), await photo(530))
    const stored = join(app.dir, 'storage/public/.derived')
    let wasStored: boolean | undefined
    app.content.onChange(() => {
      wasStored ??= existsSync(stored)
    })
    await app.content.reload([...names.map((name) => `posts/${name}.md`), 'posts/van.jpg'])
    expect(wasStored).toBe(false)
    const post = async (): Promise<Post> => (await app.get(apiPaths.post('walk-0'))).json()
    await eventually(post, ({ content }) => content.includes('-530x300.webp'))
  }, 60_000)

  test('update API and pages at once when their file changes', async () => {
    const { content, folder, get, post } = await siteWithFolder()
    const before = await post()
    expect(await (await get('/blog/van', { headers: { accept: 'text/html' } })).text()).toContain(before.image ?? '?')
    await writeFile(join(folder, 'cover.jpg'), await photo(700))
    await content.reload(['posts/van/cover.jpg'])
    const after = await post()
    expect(after.image).toMatch(/-700x300\.webp$/)
    expect(await (await get('/blog/van', { headers: { accept: 'text/html' } })).text()).toContain(after.image ?? '?')
  })

  test('stay in place when the dashboard saves the post', async () => {
    const { update, file } = await siteWithFolder()
    const fields = { title: 'A van', format: 'md', content: '![Crates](crates.jpg)', image_alt: 'A van' }
    expect((await update('van', fields)).status).toBe(200)
    const text = await file('posts/van/index.md')
    expect(text).toContain('title: "A van"')
    expect(text).toContain('image: "cover.jpg"')
  })
})

describe('a new slug for a post with its own folder', () => {
  const moved = {
    title: 'A van',
    format: 'md',
    content: '![Crates](./crates.jpg)',
    image_alt: 'A van',
    address: 'lorry',
  }

  test('moves its images and leaves unrelated files', async () => {
    const { update, folder, dir, get, post, filesIn } = await siteWithFolder()
    await writeFile(join(folder, '_notes.txt'), 'for ourselves')
    const [before, cover] = [await post(), await readFile(join(folder, 'cover.jpg'))]
    expect(await (await update('van', moved)).json()).toMatchObject({ id: 'lorry', image: before.image })
    expect(await filesIn('content/posts/lorry')).toEqual(['cover.jpg', 'crates.jpg', 'index.md'])
    expect(await readFile(join(dir, 'content/posts/lorry/cover.jpg'))).toEqual(cover)
    expect(await filesIn('content/posts/van')).toEqual(['_notes.txt'])
    const page = await get('/blog/lorry', { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain(before.image ?? '?')
    expect((await get('/blog/van')).headers.get('location')).toBe('/blog/lorry')
  })

  test('removes the empty folder and is one commit of renames', async () => {
    const { update, dir, committed } = await siteWithFolder({ inGit: true })
    await git(dir, 'add', 'content')
    await git(dir, 'commit', '-qm', 'A van')
    await update('van', moved)
    await committed()
    expect(existsSync(join(dir, 'content/posts/van'))).toBe(false)
    const log = await git(dir, 'log', '-1', '--format=%s', '--name-status', '-M')
    expect(log.split('\n').filter(Boolean)).toEqual([
      'post: move "A van" from van to lorry',
      'R100\tcontent/posts/van/cover.jpg\tcontent/posts/lorry/cover.jpg',
      'R100\tcontent/posts/van/crates.jpg\tcontent/posts/lorry/crates.jpg',
      expect.stringMatching(/^R\d+\tcontent\/posts\/van\/index\.md\tcontent\/posts\/lorry\/index\.md$/),
    ])
    expect(await git(dir, 'status', '--porcelain', 'content')).toBe('')
  })

  test('is rejected when the images are too large for one change or a target file exists', async () => {
    const { update, dir, folder, content } = await siteWithFolder()
    await mkdir(join(dir, 'content/posts/lorry'))
    await writeFile(join(dir, 'content/posts/lorry/cover.jpg'), await photo(500))
    const errorMessage = async () => (await (await update('van', moved)).json()).errors.address.message
    expect(await errorMessage()).toBe('A file has this name already.')
    await rm(join(dir, 'content/posts/lorry'), { recursive: true })
    const large = Buffer.concat([await photo(500), Buffer.alloc(9_900_000)])
    for (const name of ['1.jpg', '2.jpg', '3.jpg', '4.jpg']) await writeFile(join(folder, name), large)
    await content.reload([1, 2, 3, 4].map((name) => `posts/van/${name}.jpg`))
    expect(await errorMessage()).toBe(
      'The pictures beside this post are too large to be moved here: rename the folder van instead.',
    )
    expect(existsSync(join(folder, 'cover.jpg'))).toBe(true)
  })
})
