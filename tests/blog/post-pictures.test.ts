import { describe, expect, test } from 'bun:test'
import { apiPaths, storageUrl } from '#contract/paths.ts'
import { pictureOf, picturePath } from '#contract/pictures.ts'
import type { Post } from '#contract/posts.ts'
import { blogApps } from '#tests/blog/blog-app.ts'
import { jpeg, png, svg } from '#tests/media/inputs.ts'

const blogApp = blogApps()
const file = (bytes: Uint8Array, name = 'photo.jpg') => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })

describe('the image of a post', () => {
  test('is stored under a content hash in three widths and served under /storage/', async () => {
    const { create, get } = await blogApp()
    const picture = file(await jpeg(2000, 1000), '../../evil.php')
    const post: Post = await (await create({ image: picture, image_alt: 'A <b>pallet</b>' })).json()
    expect(post.image).toMatch(/^posts\/[0-9a-f]{32}-1600x800\.webp$/)
    expect(post.picture).toEqual({
      path: post.image ?? '',
      alt: 'A <b>pallet</b>',
      width: 1600,
      height: 800,
      widths: [480, 960, 1600],
    })
    const stored = pictureOf(post.image ?? '', '')
    for (const width of stored.widths) {
      const answer = await get(storageUrl(picturePath(stored, width)))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(answer.headers.get('cache-control')).toContain('immutable')
    }
  })

  test('is kept when none is sent, or when an untouched picker sends an empty file', async () => {
    const { create, update } = await blogApp()
    const { id, image }: Post = await (await create({ image: file(png(60, 30)), image_alt: 'A crate' })).json()
    for (const fields of [{}, { image: file(new Uint8Array(), '') }, { image: '' }]) {
      const post: Post = await (await update(id, { title: 'Again', ...fields })).json()
      expect([post.image, post.picture?.alt]).toEqual([image, 'A crate'])
    }
  })

  test('is replaced by a new one', async () => {
    const { create, update } = await blogApp()
    const { id }: Post = await (await create({ image: file(png(60, 30)) })).json()
    expect(((await (await update(id, { image: file(png(80, 40)) })).json()) as Post).image).toContain('-80x40.webp')
  })

  test('is rejected at its field when it is not an image, whatever its name and type, and no post is created', async () => {
    const { create, list, filesIn } = await blogApp()
    for (const bytes of [svg(), new TextEncoder().encode('zebra'), png(20_000, 20_000, { filled: false })]) {
      const answer = await create({ image: file(bytes) })
      const text = await answer.text()
      expect([answer.status, Object.keys(JSON.parse(text).errors)]).toEqual([422, ['image']])
      expect(text).toContain('Send a JPEG, PNG, WebP or GIF picture')
      expect(text).not.toContain('zebra')
    }
    expect([await list(), await filesIn('storage/public/posts')]).toEqual([[], []])
  })

  test('is not stored for a rejected post', async () => {
    const { create, send, token, filesIn } = await blogApp()
    expect((await create({ category_id: 'nowhere', image: file(png(60, 30)) })).status).toBe(422)
    const form = new FormData()
    form.append('image', file(png(60, 30)))
    expect((await send('POST', apiPaths.posts, { form, token })).status).toBe(422)
    expect(await filesIn('storage/public/posts')).toEqual([])
  })
})
