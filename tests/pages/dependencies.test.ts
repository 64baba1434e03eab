import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { findPage } from '#client/app/routing/find-page.ts'
import { pagePaths } from '#contract/paths.ts'
import { changedKeys } from '#server/content/snapshot/changed-keys.ts'
import { splitTarget } from '#server/pages/render-page.tsx'
import { createSiteData } from '#server/pages/site-data.ts'
import { aPost, smallContent } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

/** Posts that show each other in every way: as neighbors, as related ones, in lists, and by links to their files. */
const body = 'See [the other](/posts/other.html) and [near](/posts/near.html). ![A jar](jar.png)'
const CHANGED = 'posts/changed/index.md'
const posts: Record<string, NonNullable<Parameters<typeof aPost>[0]>> = {
  [CHANGED]: {
    title: 'Counting jars in the storehouse',
    tags: ['bakery'],
    author: 'ann-lee',
    date: '2026-01-05',
    body,
  },
  'posts/near.md': { title: 'Counting jars before the harvest', tags: ['bakery'], date: '2026-01-04', body },
  'posts/other.md': { title: 'A storehouse without shelves', tags: ['bakery', 'milk'], date: '2026-01-06', body },
  'posts/older.md': { title: 'Older', tags: ['milk'], category: 'shipping', author: 'Bo', date: '2026-01-02' },
  'posts/hidden.md': { title: 'Hidden', tags: ['routes'], draft: true },
  // Similar ones, of which only three are shown below each other.
  ...Object.fromEntries(
    ['flour', 'sugar', 'yeast', 'butter', 'raisins'].map((word, day) => [
      `posts/${word}.md`,
      { title: `Weighing ${word} at night`, tags: ['bakery'], date: `2025-11-0${day + 1}` },
    ]),
  ),
}
const files: Record<string, string> = {
  ...Object.fromEntries(Object.entries(posts).map(([file, fields]) => [file, aPost(fields)])),
  'authors/ann-lee.yml': 'name: Ann Lee\nbiography: Bakes.\n',
  'landings/bakery-erp.yml': await Bun.file('content/landings/bakery-erp.yml').text(),
}

const paths = [
  ...[pagePaths.home, pagePaths.blog, pagePaths.pricing, pagePaths.features],
  ...[pagePaths.learnMore, pagePaths.landing('bakery-erp'), pagePaths.contact, '/blog?q=jars'],
  ...['changed', 'near', 'other', 'older', 'hidden', 'flour', 'nothing', 'renamed'].map(pagePaths.post),
  ...['production', 'shipping'].map(pagePaths.category),
  ...['bakery', 'milk', 'routes'].map(pagePaths.tag),
  ...['ann-lee', 'bo'].map(pagePaths.author),
]
const FEEDS = ['/feed.xml', '/feed.json', '/sitemap.xml', '/blog/tag/bakery/feed.xml', '/blog/tag/routes/feed.json']

let app: TestApp
beforeAll(async () => {
  app = await testApp({ files })
})
afterAll(() => app.close())

/** What the HTML of a page is made from, and the records that were read for it. */
async function read(path: string) {
  const { content, blog, renderer, now } = app.services
  const keys = new Set<string>()
  const uses = (key: string) => void keys.add(key)
  const data = createSiteData({ content, blog: (used) => blog.reading(used).api, renderer, now })
  const site = await data.siteInfo(uses)
  const found = findPage(splitTarget(path), site.slug)
  if (!found) throw new Error(`There is no page at ${path}.`)
  const page = await found.route.open(data.api(uses), found.at)
  const head = page.head(site)
  const plans = head.offers && (await data.api(uses).plans())
  return { text: JSON.stringify([page.data, head, site, plans]), keys }
}
const feed = async (path: string) => {
  const answer = await app.get(path)
  return [path, answer.status, await answer.text()]
}

type Change = [what: string, file: string, text: string | undefined]
const post = (what: string, fields: Record<string, unknown>, file = CHANGED): Change => [
  what,
  file,
  aPost({ ...posts[file], ...fields }),
]
const small = (file: string, text: string): Change => [file, file, text]

const changes: Change[] = [
  post('the title of a post', { title: 'Weighing flour' }),
  post('the title of a post that is only compared', { title: 'Counting jars in the storehouse' }, 'posts/butter.md'),
  post('its text', { body: 'Another text about jars.' }),
  post('the summary', { summary: '<p>Longer.</p>' }),
  post('the category', { category: 'shipping' }),
  post('a category that no file has', { category: 'Cold storage' }),
  post('the tags', { tags: ['milk', 'routes'] }),
  post('the date', { date: '2026-01-01' }),
  post('the date of the last change', { updated: '2026-02-01' }),
  post('the author', { author: 'Bo' }),
  post('the end of its time', { expires: '2026-01-10' }),
  post('a draft', { draft: true }),
  post('a hidden post', { draft: false }, 'posts/hidden.md'),
  post('the draft of a post that another one links to', { draft: true }, 'posts/near.md'),
  post('the image', { image: 'posts/00000000000000000000000000000000-600x300.webp' }),
  post('the description of the image', { image: 'posts/0.webp', image_alt: 'Jars' }),
  post('the title for search engines', { seo_title: 'Jars' }),
  post('the description for search engines', { seo_description: 'About jars.' }),
  post('the canonical URL', { canonical: 'https://www.example.com/jars' }),
  post('former ids', { aliases: ['nothing'] }),
  post('a former URL', { old_url: '/posts/nowhere.html' }, 'posts/near.md'),
  ['a post that is deleted', CHANGED, undefined],
  ['a post that is deleted, to which another one links', 'posts/other.md', undefined],
  ['a new post', 'posts/nothing.md', aPost({ title: 'Counting jars', tags: ['bakery', 'routes'] })],
  small('tags/bakery.yml', 'name: Bakeries\ndescription: Bread.\n'),
  small('tags/bakery.yml', 'name: Bakery\naliases: [milk-bread]\n'),
  small('categories/production.yml', 'name: Producing\n'),
  small('authors/ann-lee.yml', 'name: Ann Leigh\n'),
  small('authors/bo.yml', 'name: Bo\n'),
  small('landings/bakery-erp.yml', (files['landings/bakery-erp.yml'] ?? '').replace(/headline: .*/, 'headline: Bread')),
  small('site.yml', (smallContent['site.yml'] ?? '').replace('name: Testery', 'name: Testing')),
  small('pages/home.yml', 'hero: { headline: Bread }\n'),
  small('pages/features.yml', 'description: Bread.\n'),
  small('pages/pricing.yml', 'closing: { title: Bread }\n'),
  small('pages/learn-more.yml', 'parts: { title: Bread }\n'),
  small('plans.yml', (smallContent['plans.yml'] ?? '').replace('monthly_price: 10', 'monthly_price: 11')),
  small('legal/privacy-policy.md', '# Privacy policy\n\nAnother one.\n'),
]

describe('each page and feed is read again that would be another one, after a change of', () => {
  test.each(changes)('%s', async (_, file, text) => {
    const before = await Promise.all(paths.map(read))
    for (const path of FEEDS) await feed(path)
    const snapshot = app.content.snapshot()
    const original = await app.content.change(async (tx) => {
      const known = (await tx.exists(file)) ? await tx.read(file) : undefined
      if (text === undefined) tx.remove(file)
      else tx.write(file, text)
      return known
    })
    const keys = changedKeys(snapshot, app.content.snapshot())
    const after = await Promise.all(paths.map(read))
    const stale = paths.filter((_, at) => before[at]?.text !== after[at]?.text && before[at]?.keys.isDisjointFrom(keys))
    const sent = await Promise.all(FEEDS.map(feed))
    app.services.pages.invalidate(new Set(['site']))
    expect([stale, sent]).toEqual([[], await Promise.all(FEEDS.map(feed))])
    await app.content.change(async (tx) => (original === undefined ? tx.remove(file) : tx.write(file, original)))
  })
})
