import { expect, test } from 'bun:test'
import { aForm } from '#tests/blog/blog-app.ts'
import { png } from '#tests/media/inputs.ts'
import { aFile, mediaForm } from '#tests/media/media-site.ts'
import type { Sent } from './asking.ts'

type Good = (name: string, sent?: Sent) => Promise<Response>

/** The responses about images of the library. */
export function testMedia(good: Good): void {
  const json = async <Body>(name: string, sent: Sent): Promise<Body> => (await good(name, sent)).json()

  test('for the media library', async () => {
    const image = (width: number) => aFile(png(width, 30))
    const { path } = await json<{ path: string }>('POST /api/media', { form: mediaForm({ image: image(40) }) })
    await good('GET /api/media', { query: '?use=unused&page=1&q=webp' })
    const form = mediaForm({ path, image: image(50) })
    const { item } = await json<{ item: { path: string } }>('POST /api/media/replace', { form })
    await good('POST /api/blog-posts', { form: aForm({ title: 'Shows it', image_path: item.path }) })
    const query = `?path=${item.path}`
    expect((await good('DELETE /api/media', { query })).status).toBe(409)
    const unexpected = mediaForm({ path: item.path, posts: 'shown', image: image(60) })
    expect((await good('POST /api/media/replace', { form: unexpected })).status).toBe(409)
    await good('DELETE /api/media', { query: `${query}&force=true` })
    expect((await good('DELETE /api/media', { query })).status).toBe(404)
    const none = { form: mediaForm({ path: item.path, image: image(70) }) }
    expect((await good('POST /api/media/replace', none)).status).toBe(404)
    const missing = mediaForm({ post: 'nothing', image: image(70) })
    expect((await good('POST /api/media', { form: missing })).status).toBe(404)
    const details = { alt: 'Loaves', caption: '' }
    await good('PUT /api/media/image', { json: { path, ...details } })
    expect((await good('PUT /api/media/image', { json: { path: 'posts/no.webp', ...details } })).status).toBe(404)
    await good('GET /api/media/image', { query: `?path=${path}` })
    expect((await good('GET /api/media/image', { query: '?path=posts/no.webp' })).status).toBe(404)
    const { undo } = await json<{ undo: string }>('POST /api/media/delete-unused', { json: { paths: [path] } })
    await good('POST /api/media/undo', { json: { undo } })
    expect((await good('POST /api/media/undo', { json: { undo } })).status).toBe(404)
  })
}
