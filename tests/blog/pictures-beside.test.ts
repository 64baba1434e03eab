import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'

const blogApp = blogApps()
const NOW = new Date('2026-06-01T12:00:00Z')

const small = await new Bun.Image(await Bun.file('docs/blog.webp').bytes()).resize(100, 30).png().bytes()
/** A picture of its own width. */
const photo = async (width: number) => new Bun.Image(small).resize(width, 300).jpeg().bytes()

async function siteWithFolder() {
  const text = plainPost({
    image: 'cover.jpg',
    image_alt: 'A van',
    body: '![Crates](./crates.jpg)\n\n![Gone](gone.jpg)',
  })
  const app = await blogApp({ now: () => NOW })
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

describe('pictures beside a post', () => {
  test('are kept like uploaded ones, and the body names their address, size and widths', async () => {
    const { dir, post } = await siteWithFolder()
    const { image, picture, content } = await post()
    expect(image).toMatch(/^posts\/[0-9a-f]{32}-1000x300\.webp$/)
    expect(picture).toMatchObject({ alt: 'A van', widths: [480, 960, 1000] })
    expect(content).toMatch(/src="\/storage\/posts\/[0-9a-f]{32}-600x300\.webp"/)
    expect(content).toMatch(/srcset="\/storage\/posts\/[0-9a-f]{32}-480\.webp 480w, [^"]*-600x300\.webp 600w"/)
    expect(content).toContain('width="600" height="300"')
    expect(content).not.toContain('gone.jpg')
    expect(existsSync(join(dir, 'storage/public', image ?? ''))).toBe(true)
  }, 60_000)

  test('that change are seen at once, in pages too', async () => {
    const { content, folder, get, post } = await siteWithFolder()
    const before = await post()
    expect(await (await get('/blog/van', { headers: { accept: 'text/html' } })).text()).toContain(before.image ?? '?')
    await writeFile(join(folder, 'cover.jpg'), await photo(700))
    await content.reload(['posts/van/cover.jpg'])
    const after = await post()
    expect(after.image).toMatch(/-700x300\.webp$/)
    expect(await (await get('/blog/van', { headers: { accept: 'text/html' } })).text()).toContain(after.image ?? '?')
  })

  test('stay where they are when the dashboard saves the post', async () => {
    const { update, file } = await siteWithFolder()
    const fields = { title: 'A van', format: 'md', content: '![Crates](crates.jpg)', image_alt: 'A van' }
    expect((await update('van', fields)).status).toBe(200)
    const text = await file('posts/van/index.md')
    expect(text).toContain('title: "A van"')
    expect(text).toContain('image: "cover.jpg"')
  })
})
