import { afterAll, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { smallContent } from '#tests/helpers/small-content.ts'
import { exportsIn, measureExport } from './exports.ts'
import { measure } from './measure.ts'
import { startMovedInSite } from './moved-in-site.ts'
import { readOldBlog } from './old-blog.ts'
import { failedOf, noScore, tableOf } from './report.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

async function folderWith(files: Record<string, string>) {
  const dir = await mkdtemp(join(tmpdir(), 'old-blog-'))
  folders.push(dir)
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, file)), { recursive: true })
    await Bun.write(join(dir, file), text)
  }
  return dir
}

const NOW = new Date('2026-02-01')
const yaml = (head: string, body = 'Text.') => `---\ntitle: A post\n${head}---\n${body}\n`

async function published(files: Record<string, string>) {
  const blog = await readOldBlog(await folderWith(files), NOW)
  return blog?.posts.map(({ file, hidden, urls }) => [file, hidden ?? urls.join(' ')])
}

describe('an old blog', () => {
  test('of Jekyll publishes what has a date in its name, is no draft and not in the future, whether or not its front matter can be read', async () => {
    const files = {
      '_config.yml': 'permalink: pretty\n',
      '_posts/2019-05-07-Rye.markdown': yaml('categories: [bread, dark]\n'),
      '_posts/2019-05-08-own.md': yaml('permalink: /own/\nredirect_from: /older/\n'),
      '_posts/2019-05-09-off.md': yaml('published: false\n'),
      '_posts/2030-01-01-later.md': yaml(''),
      '_posts/2019-05-10-plain.md': 'No front matter.\n',
      '_posts/2019-05-11-broken.md': '---\ntitle: "A\nquote\nsummary: [\n---\nText.\n',
      '_posts/notes.md': yaml(''),
      '_drafts/idea.md': yaml(''),
    }
    expect(await published(files)).toEqual([
      ['2019-05-07-Rye.markdown', '/bread/dark/2019/05/07/Rye/'],
      ['2019-05-08-own.md', '/own/ /older/'],
      ['2019-05-09-off.md', 'draft'],
      ['2019-05-10-plain.md', '/2019/05/10/plain/'],
      ['2019-05-11-broken.md', '/2019/05/11/broken/'],
      ['2030-01-01-later.md', 'future'],
    ])
  })

  test('of Hugo publishes its default language, with the URLs of its configuration', async () => {
    const files = {
      'hugo.toml': '[permalinks]\nposts = "/:year/:slug/"\n',
      'content/posts/_index.md': yaml(''),
      'content/posts/a.md': '+++\ntitle = "A"\ndate = 2019-05-07T00:00:00Z\nslug = "Ah"\n+++\nText.\n',
      'content/posts/a.de.md': yaml('date: 2019-05-07\n'),
      'content/posts/b/index.md': yaml('date: 2019-5-7\n'),
      'content/posts/c.md': yaml(''),
    }
    expect(await published(files)).toEqual([
      ['a.de.md', 'translation'],
      ['a.md', '/2019/Ah/'],
      ['b/index.md', '/2019/b/'],
      ['c.md', 'undated'],
    ])
  })

  test('of Docusaurus has a slug or a date in its URLs, and English beside other languages', async () => {
    const files = {
      'docusaurus.config.js': '',
      'blog/en/2019-05-07-a.mdx': yaml(''),
      'blog/de/2019-05-07-a.mdx': yaml(''),
      'blog/en/2019-05-07-b.md': yaml('slug: /own\n'),
    }
    expect(await published(files)).toEqual([
      ['de/2019-05-07-a.mdx', 'translation'],
      ['en/2019-05-07-a.mdx', '/blog/2019/05/07/a'],
      ['en/2019-05-07-b.md', '/blog/own'],
    ])
  })
})

test('measures the site that has the posts of a blog', async () => {
  const blog = await readOldBlog(
    await folderWith({
      '_config.yml': 'permalink: /:year/:title/\n',
      '_posts/2019-05-07-good.md': yaml(
        'date: 2019-05-07\nsummary: In short.\ncategories:\n  - production\n  - Milk\n',
        '[a](#b) [c](#top) x[^1]\n\n{% unknown %}',
      ),
      '_posts/2019-05-08-bad.md': '---\ntitle: [\n---\n',
      '_posts/2019-05-09-draft.md': yaml('published: false\n'),
      '_posts/2019-05-10-silent.adoc': 'Text.\n',
    }),
    NOW,
  )
  if (!blog) throw new Error('No blog was found.')
  const site = await startMovedInSite({
    contentDir: await folderWith(smallContent),
    posts: { folder: join(blog.root, blog.copied), permalinks: blog.permalinks },
  })
  const messages = site.content.snapshot().problems.map(({ file, reason }) => `${file}: ${reason}`)
  const someMessages = messages.filter((message) => !message.includes('.adoc'))
  const scores = await measure(site, blog, someMessages).finally(site.close)
  expect(scores).toMatchObject({
    live: { good: 1, of: 2, failures: [expect.stringContaining('2019-05-08-bad.md: ')] },
    named: { good: 3, of: 4, failures: ['_posts/2019-05-10-silent.adoc'] },
    categories: { good: 2, of: 2 },
    saved: { good: 1, of: 1 },
    'one line': { good: 1, of: 1 },
    'in-page links': { good: 0, of: 1, failures: ['posts/2019-05-07-good.md: #b'] },
    redirects: { good: 1, of: 1 },
    'clean text': { good: 0, of: 1, failures: ['posts/2019-05-07-good.md: [^1]'] },
    'known markup': { good: 0, of: 1, failures: ['posts/2019-05-07-good.md: {% unknown %}'] },
  })
})

describe('an export', () => {
  const row = { terms: [], author: 'ann', pictures: 0, codes: 0 }

  test('is found beside what says what its posts are', async () => {
    const folder = await folderWith({
      'a.truth.json': JSON.stringify([{ ...row, title: 'A', date: '', state: 'live', words: '' }]),
      'a.ghost.json': '{}',
      'truth.json': '[]',
      'export/posts.csv': '',
      'b.truth.json': '[]',
    })
    const found = await exportsIn(folder)
    expect(found.map(({ name, truth }) => [name, truth.length])).toEqual([
      ['a.ghost.json', 1],
      ['export', 0],
    ])
  })

  test('is compared with what its posts are, and with what visitors may see', async () => {
    const fields = 'date: 2019-05-07\nauthor: ann\ncategory: production\ntags: [milk]\npermalink: /p/rye/\n'
    const posts = await folderWith({
      'rye.md': yaml(fields, 'Rye, “slowly”.\n\n```js\n1\n```\n').replace('A post', 'Rye'),
      'wheat.md': yaml('date: 2019-05-07\nauthor: bob\n').replace('A post', 'Wheat'),
      'secret.md': yaml('date: 2019-05-07\n', 'A secret recipe.').replace('A post', 'Secret'),
      'draft.md': yaml('draft: true\n', 'Not yet.').replace('A post', 'Draft'),
    })
    const contentDir = await folderWith(smallContent)
    const site = await startMovedInSite({ contentDir, posts: { folder: posts, permalinks: [] } })
    const date = '2019-05-07T00:00:00.000Z'
    const truth = [
      {
        ...row,
        title: 'Rye',
        date,
        state: 'live',
        old: '/p/rye/',
        terms: ['production', 'Milk'],
        words: 'Rye, "slowly"',
        codes: 1,
      },
      {
        ...row,
        title: 'Wheat',
        date: '2019-05-08T00:00:00.000Z',
        state: 'live',
        old: '/p/wheat',
        words: 'Gone.',
        pictures: 1,
      },
      { ...row, title: 'Secret', date, state: 'hidden', words: 'A secret recipe.' },
      { ...row, title: 'Draft', date, state: 'draft', words: 'Not yet.' },
    ] as const
    const scores = await measureExport(
      site,
      truth.map((one) => ({ also: [], ...one, terms: [...one.terms] })),
    ).finally(site.close)
    const failures = Object.entries(scores).map(([name, score]) => [
      name,
      score.failures.map((one) => one.split(':')[0]),
    ])
    expect(Object.fromEntries(failures)).toEqual({
      state: ['Secret'],
      title: [],
      date: ['Wheat'],
      'old URL': ['Wheat'],
      terms: [],
      code: [],
      author: ['Wheat'],
      words: ['Wheat'],
      images: ['Wheat'],
      private: ['Secret'],
    })
  })
})

test('the totals of all blogs decide, rounded down', () => {
  const limits = { live: 99, saved: 99 }
  const scores = { live: { good: 1979, of: 2000, failures: ['a', 'b'] }, saved: noScore() }
  const reports = [{ blog: 'one', system: 'hugo', scores }]
  expect(failedOf(reports, limits)).toEqual(['live'])
  const table = tableOf(reports, limits, 1)
  expect(table).toContain('98.9 % (1979/2000)')
  expect(table).toContain('one, live:\n  a\n  … and 1 more\n\nBelow the limit: live.')
})
