import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { CardPage } from '#contract/api.ts'
import type { PostPage } from '#contract/posts.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { checkNode, dataIn } from '#tests/pages/schema-org.ts'

const PUBLIC_URL = 'https://www.testery.example'
const EMAIL = /ann@lee\.example/
const many = Array.from({ length: 13 }, (_, index) => [
  `posts/bea-${index}.html`,
  aPost({ title: `By Bea ${index}`, author: 'bea', date: '2020-01-02' }),
])
const files = {
  ...Object.fromEntries(many),
  'authors/ann-lee.yml':
    'name: Ann <b>Lee</b>\npicture: posts/4f0c-1600x900.webp\n' +
    'biography: "Bakes *bread*. <script>alert(1)</script><img src=x onerror=alert(2)> [here](javascript:alert(3))"\n' +
    'links: [{ label: "The <i>bakery</i>", url: https://bakery.example/ann }]\nemail: ann@lee.example\n',
  'authors/bea.yml': 'name: Bea\n',
  'authors/silent.yml': 'name: Silent\n',
  // Only the renderer understands this link.
  'authors/hidden.yml': `name: Hidden\nbiography: "ann[@](/ 'at')lee.example bakes."\n`,
  'posts/known.html': aPost({ title: 'Known', author: 'ann-lee' }),
  'posts/draft.html': aPost({ title: 'Hidden', author: 'ann-lee', draft: true }),
  'posts/plain.html': aPost({ title: 'Plain', author: 'Ann Lee' }),
  'posts/mailed.html': aPost({ title: 'Mailed', author: 'Cleo <ann@lee.example>' }),
  'posts/by-hidden.html': aPost({ title: 'By Hidden', author: 'hidden', date: '2020-01-01' }),
  'posts/address.html': aPost({ title: 'Address', author: 'ann@lee.example' }),
}

let app: TestApp
beforeAll(async () => {
  app = await testApp({ files, env: { PUBLIC_URL } })
})
afterAll(() => app.close())

const page = (path: string) => app.get(path, { headers: { accept: 'text/html' } })
const text = async (path: string) => (await page(path)).text()
const json = async <T>(path: string): Promise<T> => (await app.get(path)).json() as Promise<T>
const nodeIn = (html: string, type: string) => dataIn(html).find((node) => node['@type'] === type)
/** Without the data of the browser's app. */
const markup = (html: string) => html.replace(/<script[\s\S]*?<\/script>/g, '')

describe('the byline of a post', () => {
  test('links the author with a page, on the post and on its card', async () => {
    for (const path of ['/blog/known', '/blog/category/production'])
      expect(markup(await text(path))).toMatch(
        /<a[^>]* href="\/blog\/author\/ann-lee"[^>]*>Ann &lt;b&gt;Lee&lt;\/b&gt;</,
      )
  })

  test('shows a plain name without a link', async () => {
    const html = markup(await text('/blog/plain'))
    expect(html).toMatch(/<span[^>]*>by (?:<!-- -->)?Ann Lee<\/span>/)
    expect(html).not.toContain('/blog/author/')
  })

  test('never contains an e-mail address', async () => {
    expect(markup(await text('/blog/mailed'))).toMatch(/<span[^>]*>by (?:<!-- -->)?Cleo<\/span>/)
    const paths = ['/blog', '/blog?page=2', '/blog/mailed', '/blog/address', '/blog/author/ann-lee']
    for (const path of [...paths, '/feed.xml', '/feed.json', '/api/blog-posts', '/api/authors', '/api/authors/ann-lee'])
      expect(await text(path), path).not.toMatch(EMAIL)
  })
})

describe('the page of an author', () => {
  test('shows name, picture, biography, links and the live posts', async () => {
    const html = markup(await text('/blog/author/ann-lee'))
    expect(html).toMatch(/<h1[^>]*>Ann &lt;b&gt;Lee&lt;\/b&gt;<\/h1>/)
    expect(html).toContain('src="/storage/posts/4f0c-1600x900.webp"')
    expect(html).toContain('Bakes <em>bread</em>.')
    expect(html).toMatch(/<a[^>]*rel="me noopener noreferrer"[^>]*href="https:\/\/bakery\.example\/ann"/)
    expect(html).toContain('1 post<')
    expect(html).toContain('Known')
    expect(html).not.toContain('Hidden')
    expect(html).not.toContain('Plain')
  })

  test('shows no biography that turns out to contain an e-mail address when it is rendered', async () => {
    expect((await app.get('/api/authors/hidden').then((answer) => answer.json())).biography).toBe('')
    const html = await text('/blog/author/hidden')
    expect(html).not.toContain('bakes')
    expect(html).toMatch(/<h1[^>]*>Hidden<\/h1>/)
    expect(app.logged.join('\n')).toContain('The biography shows an e-mail address.')
  })

  test('contains no script of its file', async () => {
    const html = markup(await text('/blog/author/ann-lee'))
    expect(html).not.toMatch(/onerror|javascript:|alert\(/)
  })

  test('has its own title, description and canonical URL', async () => {
    const html = await text('/blog/author/ann-lee')
    expect(html).toContain('<title>Posts by Ann &lt;b&gt;Lee&lt;/b&gt; | Testery</title>')
    expect(html).toMatch(/<meta name="description" content="Bakes bread\./)
    expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}/blog/author/ann-lee">`)
    expect(html).not.toContain('/blog/author/ann-lee/feed')
    expect(await text('/blog/author/bea')).toContain('content="Posts by Bea on the Testery blog."')
  })

  test('is divided into pages of twelve posts', async () => {
    expect(markup(await text('/blog/author/bea'))).toContain('href="/blog/author/bea?page=2"')
    expect((await page('/blog/author/bea?page=2')).status).toBe(200)
    expect((await page('/blog/author/bea?page=3')).status).toBe(404)
  })

  test('does not exist without live posts', async () => {
    for (const path of ['/blog/author/silent', '/api/authors/silent']) expect((await page(path)).status).toBe(404)
  })

  test.each(['/blog/author/nobody', '/blog/author/Ann%20Lee', '/blog/author/__proto__'])(
    'does not exist: %s',
    async (path) => {
      expect((await page(path)).status).toBe(404)
      expect((await app.get(path.replace('/blog/author', '/api/authors'))).status).toBe(404)
    },
  )
})

describe('authors for machines', () => {
  test('are the same person in the structured data of post and page', async () => {
    const author = {
      '@type': 'Person',
      '@id': `${PUBLIC_URL}/blog/author/ann-lee#person`,
      name: 'Ann <b>Lee</b>',
      url: `${PUBLIC_URL}/blog/author/ann-lee`,
    }
    const post = nodeIn(await text('/blog/known'), 'BlogPosting')
    expect(post).toMatchObject({ author })
    const html = await text('/blog/author/ann-lee')
    const profile = nodeIn(html, 'ProfilePage')
    expect(profile).toMatchObject({ mainEntity: { ...author, sameAs: ['https://bakery.example/ann'] } })
    for (const node of dataIn(html)) checkNode(node)
  })

  test('are plain names in the structured data of other posts', async () => {
    const post = nodeIn(await text('/blog/plain'), 'BlogPosting')
    expect(post?.author).toEqual({ '@type': 'Person', name: 'Ann Lee' })
  })

  test('are named in the feeds, with their page', async () => {
    const { items } = await json<{ items: { title: string; authors?: unknown }[] }>('/feed.json')
    const authorsOf = (title: string) => items.find((item) => item.title === title)?.authors
    expect(authorsOf('Known')).toEqual([{ name: 'Ann <b>Lee</b>', url: `${PUBLIC_URL}/blog/author/ann-lee` }])
    expect(authorsOf('Plain')).toEqual([{ name: 'Ann Lee' }])
    const uri = `<uri>${PUBLIC_URL}/blog/author/ann-lee</uri>`
    expect(await text('/feed.xml')).toContain(`<author><name>Ann &lt;b&gt;Lee&lt;/b&gt;</name>${uri}</author>`)
  })

  test('are in the sitemap with all their pages, if they have posts', async () => {
    const found = [...(await text('/sitemap.xml')).matchAll(/<loc>[^<]*(\/blog\/author\/[^<]+)/g)].map(
      ([, path]) => path,
    )
    expect(found).toEqual([
      '/blog/author/ann-lee',
      '/blog/author/bea',
      '/blog/author/bea?page=2',
      '/blog/author/hidden',
    ])
  })

  test('are listed by name, and select posts', async () => {
    expect(await json<unknown>('/api/authors')).toEqual([
      { id: 'ann-lee', name: 'Ann <b>Lee</b>' },
      { id: 'bea', name: 'Bea' },
      { id: 'hidden', name: 'Hidden' },
      { id: 'silent', name: 'Silent' },
    ])
    const cards = await json<CardPage['posts']>('/api/blog-posts?fields=card&author=ann-lee')
    expect(cards.map(({ id, author, author_id }) => [id, author, author_id])).toEqual([
      ['known', 'Ann <b>Lee</b>', 'ann-lee'],
    ])
    const plain = await json<PostPage>('/api/blog-posts/plain')
    expect([plain.author, plain.author_id]).toEqual(['Ann Lee', null])
  })
})

describe('a change of an author', () => {
  const FILE = 'authors/ann-lee.yml'
  const save = async (data: string | null) => {
    await app.content.change(async (tx) => (data === null ? tx.remove(FILE) : tx.write(FILE, data)))
  }

  test('is shown everywhere at once, also when the author is new or gone', async () => {
    const before = await Bun.file(join(app.dir, 'content', FILE)).text()
    const paths = [
      '/blog/known',
      '/blog/category/production',
      '/feed.json',
      '/api/blog-posts?fields=card',
      '/api/authors',
    ]
    const name = async (path: string) => /Ann Renamed/.test(await text(path))
    expect(await Promise.all(paths.map(name))).toEqual(paths.map(() => false))
    await save('name: Ann Renamed\n')
    expect(await Promise.all(paths.map(name))).toEqual(paths.map(() => true))
    await save(null)
    expect(markup(await text('/blog/known'))).toMatch(/<span[^>]*>by (?:<!-- -->)?ann-lee<\/span>/)
    expect((await page('/blog/author/ann-lee')).status).toBe(404)
    await save(before)
    expect((await page('/blog/author/ann-lee')).status).toBe(200)
    expect(markup(await text('/blog/known'))).toContain('href="/blog/author/ann-lee"')
  })

  test('moves a post to the page of its new author', async () => {
    expect(await text('/blog/author/hidden')).not.toContain('Mailed')
    await app.content.change(async (tx) => tx.write('posts/mailed.html', aPost({ title: 'Mailed', author: 'hidden' })))
    expect(await text('/blog/author/hidden')).toContain('Mailed')
  })
})
