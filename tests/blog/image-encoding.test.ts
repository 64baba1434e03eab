import { describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'
import { eventually } from '#tests/helpers/eventually.ts'

const blogApp = blogApps()
const IMAGES = 4
const WIDTHS = 3
/** Ends what hangs: on a busy machine, the test took 45 seconds. */
const LIMIT_MS = 100_000
const names = Array.from({ length: IMAGES }, (_, index) => `crates-${index}.jpg`)

const seed = await new Bun.Image(await Bun.file('docs/blog.webp').bytes()).resize(100, 80).png().bytes()
/** An image that takes far longer to encode than a post takes to save; each `index` is a different one. */
const largeImage = (index: number) =>
  new Bun.Image(seed)
    .resize(2000 + index, 1600)
    .jpeg({ quality: 60 })
    .bytes()
const images = await Promise.all(names.map((_, index) => largeImage(index)))

const shownIn = (post: Partial<Post>) => post.content?.match(/<img /g)?.length ?? 0

/** A site whose content folder has just received a post with four large co-located images. */
async function siteWithNewImages() {
  const app = await blogApp({ files: { 'posts/van/index.md': plainPost({ title: 'A van', draft: true }) } })
  app.services.follow()
  for (const [index, name] of names.entries()) {
    await writeFile(join(app.dir, 'content/posts/van', name), images[index] ?? '')
  }
  const body = names.map((name) => `![Crates](${name})`).join('\n\n')
  await writeFile(join(app.dir, 'content/posts/van/index.md'), plainPost({ title: 'A van with crates', body }))
  const post = async (): Promise<Partial<Post>> => (await app.get(apiPaths.post('van'))).json()
  const encoded = () => app.filesIn('storage/public/.derived/posts')
  return { ...app, post, encoded }
}

describe('a save while images of another post are encoded', () => {
  test('does not wait for them, and all images are shown in the end', async () => {
    const { create, encoded, post } = await siteWithNewImages()
    await eventually(encoded, (files) => files.length > WIDTHS, LIMIT_MS)
    expect((await create({ title: 'A short note', format: 'md' })).status).toBe(201)
    expect((await encoded()).length).toBeLessThan(IMAGES * WIDTHS)
    expect(
      await eventually(
        async () => shownIn(await post()),
        (shown) => shown === IMAGES,
        LIMIT_MS,
      ),
    ).toBe(IMAGES)
  }, 300_000)
})

test('completes before an earlier save with a large image when it has none', async () => {
  const { create } = await blogApp()
  const order: string[] = []
  const image = new File([new Uint8Array(await largeImage(IMAGES))], 'van.jpg', { type: 'image/jpeg' })
  const upload = create({ title: 'With an image', format: 'md', image }).then(() => order.push('image'))
  await create({ title: 'Without an image', format: 'md' }).then(() => order.push('text'))
  await upload
  expect(order).toEqual(['text', 'image'])
}, 60_000)
