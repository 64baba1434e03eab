import { beforeAll, describe, expect, test } from 'bun:test'
import { rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths, storageUrl } from '#contract/paths.ts'
import type { PostCard, PostPage } from '#contract/posts.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'

const blogApp = blogApps()
const files = {
  'posts/jars.md': plainPost({ title: 'Counting jars', date: '2026-01-05', tags: ['milk'] }),
  'posts/pan.md': plainPost({ title: 'パンの焼き方', date: '2026-01-06', tags: ['milk'] }),
  'posts/photo.md': plainPost({ title: 'With a photo', date: '2026-01-07', image: 'posts/a-1600x900.webp' }),
  'posts/draft.md': plainPost({ title: 'Secret plans', date: '2026-01-08', draft: true }),
}
let app: Awaited<ReturnType<typeof blogApp>>
beforeAll(async () => {
  app = await blogApp({ files })
})

const card = async (id: string, query = '') =>
  (await app.list(`?fields=card${query}`)).find((one) => one.id === id) as PostCard
const coverOf = async (id: string) => storageUrl((await card(id)).artwork?.path ?? '')
const narrow = (url: string) => url.replace('-960x540.', '-480.')

async function sizeOf(url: string) {
  const bytes = await (await app.get(url)).bytes()
  const { width, height, format } = await new Bun.Image(bytes).metadata()
  return { width, height, format, isSmall: bytes.length < 40_000 }
}

describe('the cover of a post without an image', () => {
  test('is named by its card and by the related posts of others, unless the post has an image', async () => {
    expect((await card('jars')).artwork).toEqual({
      path: expect.stringMatching(/^cards\/[0-9a-f]{32}-960x540\.webp$/),
      alt: '',
      width: 960,
      height: 540,
      widths: [480, 960],
    })
    expect(await card('photo')).not.toHaveProperty('artwork')
    const page: PostPage = await (await app.get(apiPaths.post('pan'))).json()
    expect(page.related.find(({ id }) => id === 'jars')).toMatchObject({
      picture: null,
      artwork: (await card('jars')).artwork,
    })
    expect(page.related.find(({ id }) => id === 'photo')).not.toHaveProperty('artwork')
  })

  test('is a small 16:9 WebP in two widths that browsers may cache forever', async () => {
    const url = await coverOf('jars')
    expect(await sizeOf(url)).toEqual({ width: 960, height: 540, format: 'webp', isSmall: true })
    expect(await sizeOf(narrow(url))).toEqual({ width: 480, height: 270, format: 'webp', isSmall: true })
    const { headers } = await app.get(url)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-type')).toBe('image/webp')
  })

  test('is rendered on demand and stored', async () => {
    const url = await coverOf('pan')
    const name = url.slice(url.lastIndexOf('/') + 1)
    expect(await app.filesIn('storage/public/cards')).not.toContain(name)
    const answers = await Promise.all([url, url].map((one) => app.get(one)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await app.filesIn('storage/public/cards')).toContain(name)
  })

  test('changes with the trade and the weekday, and has nothing of the title', async () => {
    const written = async (changes: object) => {
      const post = plainPost({ title: 'Counting jars', date: '2026-01-05', tags: ['milk'], ...changes })
      await app.content.change(async (tx) => tx.write('posts/jars.md', post))
      return coverOf('jars')
    }
    const before = await coverOf('jars')
    expect(await written({ title: 'Counting lids' })).toBe(before)
    const others = [
      await written({ tags: ['routes'] }),
      await written({ tags: ['bakery'] }),
      await written({ date: '2026-01-06' }),
    ]
    expect(new Set([before, ...others]).size).toBe(4)
    expect((await app.get(await coverOf('jars'))).status).toBe(200)
  })

  test('is missing for a moment while it cannot be stored', async () => {
    const url = narrow(await coverOf('pan'))
    const [folder, aside] = ['cards', 'aside'].map((name) => join(app.dir, 'storage/public', name)) as [string, string]
    await rename(folder, aside)
    await Bun.write(folder, 'no folder')
    const { status, headers } = await app.get(url)
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '10', 'no-store'])
    await unlink(folder)
    await rename(aside, folder)
    expect((await app.get(url)).status).toBe(200)
  })

  test('does not exist for drafts and made-up names', async () => {
    const drafts: PostCard[] = await (
      await app.send('GET', `${apiPaths.posts}?state=all&fields=card`, { token: app.token })
    ).json()
    expect(drafts.find(({ id }) => id === 'draft')).not.toHaveProperty('artwork')
    for (const name of [`${'a'.repeat(32)}-960x540.webp`, `${'a'.repeat(32)}-961x540.webp`, 'x.webp'])
      expect((await app.get(storageUrl(`cards/${name}`))).status).toBe(404)
    expect((await app.get((await coverOf('jars')).replace('-960x540', '-961x540'))).status).toBe(404)
  })
})
