import { describe, expect, test } from 'bun:test'
import { globOf } from '#server/content/files/cascade.ts'
import { hugo } from '#server/import/sites/hugo.ts'
import { jekyll } from '#server/import/sites/jekyll.ts'
import type { SiteFolder } from '#server/import/sites/site-folder.ts'
import { anImport } from './importing.ts'
import { createSource } from './readers/source.ts'

const post = (more = '') => `---\ntitle: A post\ndate: 2024-05-06\n${more}---\n\nText.\n`
const rulesOf = (site: SiteFolder | undefined) =>
  Object.fromEntries((site?.permalinks ?? []).map(({ folder, pattern }) => [folder, pattern]))
const targetsOf = (site: SiteFolder | undefined) => (site?.posts ?? []).map(({ target }) => target)
const hiddenIn = (site: SiteFolder | undefined) =>
  (site?.posts ?? []).filter(({ hidden }) => hidden !== undefined).map(({ path }) => path)

describe('the configuration of Hugo', () => {
  const posts = { 'content/posts/a.md': post(), 'content/news/a.md': post() }

  test('is read from a folder, with a file for each key and the production environment', async () => {
    const files = await createSource({
      'config/_default/hugo.toml': 'baseURL = "https://old.example/blog/"\n',
      'config/_default/permalinks.yaml': 'posts: /:year/:slug/\nnews: /n/:slug/\n',
      'config/production/permalinks.toml': 'news = "/news/:month/:slug/"\n',
      ...posts,
    })
    const site = await hugo(files)
    expect(rulesOf(site)).toEqual({ posts: '/blog/:year/:slug/', news: '/blog/news/:month/:slug/' })
    expect(site?.siteUrl).toBe('https://old.example/blog/')
    expect(targetsOf(site).toSorted()).toEqual(['news/a.md', 'posts/a.md'])
  })

  test.each([
    ['permalinks:\n  posts: /p/:sections/:slug/\n', '/p/posts/:sections/:slug/'],
    ['permalinks:\n  page:\n    posts: /:year/:section/:slug/\n', '/:year/posts/:slug/'],
    ['permalinks:\n  page: {}\n  posts: /x/:slug/\n', '/x/:slug/'],
    ['', '/posts/:sections/:slug/'],
  ])('has rules for each section: %s', async (config, rule) => {
    const site = await hugo(await createSource({ 'hugo.yaml': config, 'content/posts/sub/a.md': post() }))
    expect(rulesOf(site)).toEqual({ '': rule })
  })

  test.each([
    ['languages:\n  en: { contentDir: content/en }\n  de: { contentDir: content/de }\n', '/posts/:sections/:slug/'],
    ['defaultContentLanguageInSubdir: true\n', '/en/posts/:sections/:slug/'],
    ['defaultContentLanguageInSubdir: false\n', '/posts/:sections/:slug/'],
    ['', '/posts/:sections/:slug/'],
  ])('has the default language without a prefix, unless it says so: %s', async (config, rule) => {
    const files = { 'hugo.yaml': config, 'content/en/posts/a.md': post(), 'content/de/posts/a.md': post() }
    const site = await hugo(await createSource(files))
    expect(rulesOf(site)).toEqual({ '': rule })
    expect(targetsOf(site)).toEqual(['a.md'])
  })

  test('has another content folder', async () => {
    const site = await hugo(
      await createSource({ 'hugo.toml': 'contentDir = "src/texts"\n', 'src/texts/blog/a.md': post() }),
    )
    expect(targetsOf(site)).toEqual(['a.md'])
  })

  const cascade = (pattern: string) =>
    `cascade:\n  - build: { list: never, render: never }\n    target: { path: "${pattern}" }\n`
  const tree = {
    'content/posts/a.md': post(),
    'content/posts/_includes/b.md': post(),
    'content/posts/x/_includes/c/index.md': post(),
    'content/posts/My Notes/d.md': post(),
  }
  test.each([
    ['{,/**}/_includes{,/**}', ['content/posts/_includes/b.md', 'content/posts/x/_includes/c/index.md']],
    ['/posts/{x,my-notes}/**', ['content/posts/My Notes/d.md', 'content/posts/x/_includes/c/index.md']],
    ['/posts/?', ['content/posts/a.md']],
    ['/other/**', []],
  ])('hides the posts that a glob means: %s', async (pattern, hidden) => {
    const site = await hugo(await createSource({ 'hugo.yaml': cascade(pattern), ...tree }))
    expect(hiddenIn(site).toSorted()).toEqual(hidden)
    expect(site?.notes).toEqual([])
  })

  test('hides all posts below a pattern that is not understood, and names it with its line and these posts', async () => {
    const config = `title: Old\n${cascade('/posts/x/[a-c]*/**')}`
    const site = await hugo(await createSource({ 'hugo.yaml': config, ...tree }))
    expect(hiddenIn(site)).toEqual(['content/posts/x/_includes/c/index.md'])
    expect(site?.notes).toEqual([
      'hugo.yaml:4: the pattern /posts/x/[a-c]*/** of cascade is not understood, so 1 post is a draft: content/posts/x/_includes/c/index.md. Write draft: false in those that were published.',
    ])
  })

  test('and a cascade that cannot be read as a map hides, too', async () => {
    const files = { 'config/_default/hugo.toml': '', 'config/_default/cascade.yaml': '- draft: true\n', ...tree }
    expect(hiddenIn(await hugo(await createSource(files)))).toHaveLength(4)
  })
})

test.each(['[a-z]', '{a,{b,c}}', '***', 'a**', '**a', '\\*', '!(a)', 'a'.repeat(600)])(
  '%s is not understood',
  (glob) => {
    expect(globOf(glob)).toBeUndefined()
  },
)

describe('the configuration of Jekyll', () => {
  test('has the folders above _posts as categories', async () => {
    const files = {
      '_config.yml': 'permalink: pretty\nbaseurl: /blog\n',
      '_posts/2024-05-06-a.md': post(),
      'en/news/_posts/2024-05-06-a.md': post(),
    }
    expect(rulesOf(await jekyll(await createSource(files)))).toEqual({
      '': '/blog/:categories/:year/:month/:day/:title/',
      'en/news': '/blog/en/news/:categories/:year/:month/:day/:title/',
    })
  })

  test('has rules in defaults, for the folders of their scope', async () => {
    const files = {
      '_config.yml':
        'permalink: /:title/\ndefaults:\n  - { scope: { path: _posts/news }, values: { permalink: /news/:title/ } }\n  - { scope: { path: "", type: posts }, values: { permalink: /all/:title/ } }\n  - { scope: { path: _posts/n*, type: pages }, values: { permalink: /no/ } }\n  - { scope: { path: "_posts/2*" }, values: { permalink: /:year/:title/ } }\n',
      '_posts/2024-05-06-a.md': post(),
      '_posts/news/2024-05-06-b.md': post(),
      '_posts/news/sub/2024-05-06-c.md': post(),
      '_posts/x/2024-05-06-d.md': post(),
    }
    expect(rulesOf(await jekyll(await createSource(files)))).toEqual({
      '': '/:year/:title/',
      news: '/news/:title/',
      x: '/all/:title/',
    })
  })

  test('leads old URLs of all folders to their posts', async () => {
    const place = await anImport({
      '_config.yml': 'permalink: pretty\n',
      'tech/_posts/2024-05-06-a.md': post('categories: [Web Dev]\n'),
    })
    const { plan } = await place.import().finally(place.remove)
    expect(plan.oldUrls.examples).toEqual(['/tech/web-dev/2024/05/06/a → /blog/a'])
  })

  test('shows formulas in brackets where the layout has a script for them', async () => {
    const text = `${post()}Let \\\\(x\\\\) be.\n`
    const place = await anImport({
      '_config.yml': '',
      '_layouts/post.html': '<script src="https://cdn.example/mathjax/MathJax.js"></script>',
      '_posts/2024-05-06-a.md': text,
      '_posts/2024-05-06-b.md': post(),
    })
    await place.import()
    const [a, b] = [await place.text('posts/2024-05-06-a.md'), await place.text('posts/2024-05-06-b.md')]
    await place.remove()
    expect(a).toContain('math: true')
    expect(b).toBe(post())
  })

  test('publishes files of _posts without front matter, under the title in their names', async () => {
    const place = await anImport({ '_config.yml': '', '_posts/2024-05-06-rye-bread.markdown': 'Slowly.\n' })
    const { plan } = await place.import()
    const text = await place.text('posts/2024-05-06-rye-bread.markdown')
    await place.remove()
    expect(plan.states).toMatchObject({ live: 1, rejected: 0 })
    expect(text).toBe('---\ntitle: "Rye bread"\n---\n\nSlowly.\n')
  })
})
