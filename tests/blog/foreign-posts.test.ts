import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { EditablePost, ListedTerm, PostCard } from '#contract/posts.ts'
import { blogApps } from '#tests/blog/blog-app.ts'

const blogApp = blogApps()
const NOW = new Date('2026-06-01T12:00:00Z')
const JEKYLL = `---
title: "Spring menu"
author: Ann
categories: [Bread & More, Other]
tags: [Sour Dough, milk, MILK]
---
# Spring menu

![](a.png)

The *first* paragraph.

The second.
`
const FILE = 'posts/2019-07-02-spring-menu.md'
const many = Array.from({ length: 40 }, (_, n) => `tag-${n}`)

const siteWith = (files: Record<string, string>) => blogApp({ files, now: () => NOW })

/** The form as the editor sends it, with everything that it was given. */
const formOf = ({ source }: EditablePost) => ({
  title: source.title,
  summary: source.summary,
  content: source.content,
  category_id: source.category_id ?? '',
  'tags[]': source.tags.map(({ id }) => id),
  format: source.format,
  author: source.author ?? '',
  date: source.date,
  expires: source.expires ?? '',
  draft: String(source.draft),
  revision: source.revision,
  image_alt: source.image_alt,
  image_caption: source.image_caption,
  image_focus: source.image_focus,
  seo_title: source.seo_title,
  seo_description: source.seo_description,
  canonical: source.canonical,
})

describe('a post of another system', () => {
  test('links to live posts that its tags name, and shows the words of links to others', async () => {
    const post = (title: string, more = '', body = 'Text.') =>
      `---\ntitle: ${title}\ndate: 2026-01-02\n${more}---\n${body}\n`
    const links =
      '[*a*]({{< ref "rye.md#jars" >}}) [b]({% post_url 2026-01-02-wheat %}) [c]({{< relref "none" >}}) [d]({% link _posts/secret.md %}) [e](/pricing)'
    const app = await siteWith({
      'posts/links.md': post('Links', '', links),
      'posts/rye.md': post('Rye', 'slug: rye-bread\n'),
      'posts/secret.md': post('Secret', 'draft: true\n'),
    })
    const content = async () => (await app.list()).find(({ title }) => title === 'Links')?.content
    const rel = 'rel="noopener noreferrer"'
    expect(await content()).toBe(
      `<p><a href="/blog/rye-bread#jars" ${rel}><em>a</em></a> b c d <a href="/pricing" ${rel}>e</a></p>\n`,
    )
    expect(await (await app.get('/blog/links')).text()).not.toContain('/posts/')
  })

  test('shows its terms by their names, and the beginning of its text as summary', async () => {
    const { list, editable } = await siteWith({ [FILE]: JEKYLL })
    const [post] = await list()
    expect(post).toMatchObject({
      summary: 'The first paragraph.',
      category: { id: 'bread-more', name: 'Bread & More' },
      tags: [
        { id: 'sour-dough', name: 'Sour Dough' },
        { id: 'milk', name: 'Milk' },
        { id: 'other', name: 'Other' },
      ],
    })
    expect(post?.content.match(/Spring menu/g)).toBeNull()
    expect((await editable(post?.id ?? '')).source).toMatchObject({ summary: '', teaser: 'The first paragraph.' })
  })

  test('needs no front matter, and gets some with the first save', async () => {
    const file = 'posts/2024-01-02-rye.md'
    const app = await siteWith({ [file]: '# Rye bread\n\nThe first words.\n', 'categories/bread.yml': 'name: Bread\n' })
    const [post] = await app.list()
    expect(post).toMatchObject({ title: 'Rye bread', content: '<p>The first words.</p>\n' })
    const form = { ...formOf(await app.editable('rye')), category_id: 'bread', summary: 'Short.' }
    expect((await app.update('rye', form)).status).toBe(200)
    expect(await app.file(file)).toMatch(
      /^---\n(?=(?:.+\n)*summary: Short\.\n)(?=(?:.+\n)*category: bread\n)(?:.+\n)+---\n\n# Rye bread\n\nThe first words\.\n$/,
    )
    expect(await app.list()).toHaveLength(1)
  })

  test('shows the beginning of its text once on its page', async () => {
    const { get, list } = await siteWith({ [FILE]: JEKYLL })
    const html = await (await get(pagePaths.post((await list())[0]?.id ?? ''))).text()
    const page = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    expect(page.match(/paragraph/g)).toHaveLength(1)
    expect(html).toContain('<meta name="description" content="The first paragraph.')
  })

  test('changes one line and its date of change for a new title', async () => {
    const site = await siteWith({ [FILE]: JEKYLL })
    const [{ id = '' } = {}] = await site.list()
    const form = formOf(await site.editable(id))
    expect((await site.update(id, form)).status).toBe(200)
    expect(await site.file(FILE)).toBe(JEKYLL)
    expect((await site.update(id, { ...form, title: 'New' })).status).toBe(200)
    expect(await site.file(FILE)).toBe(
      JEKYLL.replace('"Spring menu"', '"New"').replace('MILK]\n', 'MILK]\nupdated: 2026-06-01T12:00:00Z\n'),
    )
  })

  test('keeps the spelling of its other tags when one is added', async () => {
    const site = await siteWith({ [FILE]: JEKYLL })
    const [{ id = '' } = {}] = await site.list()
    const form = formOf(await site.editable(id))
    await site.update(id, { ...form, 'tags[]': ['sour-dough', 'milk', 'bakery'] })
    expect(await site.file(FILE)).toContain('tags: [Sour Dough, milk, bakery]')
  })

  test('may be saved without a summary and a category, and with more than thirty tags, as long as it has none', async () => {
    const site = await siteWith({
      'posts/bare.md': `---\ntitle: Bare\ndate: 2024-01-02\ntags: [${many}]\n---\nText.\n`,
    })
    const form = formOf(await site.editable('bare'))
    expect((await site.update('bare', { ...form, title: 'New' })).status).toBe(200)
    const more = await site.update('bare', { ...form, revision: undefined, 'tags[]': [...many, 'one-more'] })
    expect([more.status, (await more.json()).errors]).toEqual([
      422,
      { tags: { message: 'A post can carry at most 30 tags.' } },
    ])
    expect(
      (await site.update('bare', { ...form, revision: undefined, summary: 'S', category_id: 'production' })).status,
    ).toBe(200)
    const emptied = await site.update('bare', { ...form, revision: undefined, summary: '', category_id: '' })
    expect(Object.keys((await emptied.json()).errors)).toEqual(['summary', 'category_id'])
  })

  test('still needs a summary and a category to be published', async () => {
    const site = await siteWith({ 'posts/draft.md': '---\ntitle: D\ndraft: true\n---\nText.\n' })
    const answer = await site.update('draft', { ...formOf(await site.editable('draft')), draft: 'false' })
    expect([answer.status, Object.keys((await answer.json()).errors)]).toEqual([422, ['summary', 'category_id']])
  })

  test('has a summary in plain text, also with what looks like a tag', async () => {
    const text = '---\ntitle: T\ndate: 2024-01-02\ndescription: About <svelte:component> & <em>more</em>\n---\nText.\n'
    const [post] = await (await siteWith({ 'posts/t.md': text })).list()
    expect(post?.summary).toBe('About &lt;svelte:component&gt; &amp; <em>more</em>')
  })
})

describe('a category or tag without a file', () => {
  const terms = (app: Awaited<ReturnType<typeof siteWith>>, path: string) =>
    app.send('GET', `${path}?state=all`, { token: app.token }).then((answer): Promise<ListedTerm[]> => answer.json())

  test('has a page and an entry in the public list once a live post names it', async () => {
    const app = await siteWith({
      [FILE]: JEKYLL,
      'posts/later.md': '---\ntitle: L\ndate: 2030-01-01\ntags: [Secret Plan]\n---\nText.\n',
    })
    const page = await app.get(pagePaths.tag('sour-dough'))
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Sour Dough')])
    expect((await app.get(pagePaths.tag('secret-plan'))).status).toBe(404)
    const listed: ListedTerm[] = await (await app.get(apiPaths.tags)).json()
    expect(listed.find(({ id }) => id === 'sour-dough')).toEqual({ id: 'sour-dough', name: 'Sour Dough' })
    expect(listed.some(({ id }) => id === 'secret-plan')).toBe(false)
    expect(await (await app.get('/sitemap.xml')).text()).not.toContain('secret-plan')
  })

  test('is listed for administrators, and gets a file of its id', async () => {
    const app = await siteWith({ [FILE]: JEKYLL })
    expect((await app.get(`${apiPaths.categories}?state=all`)).status).toBe(401)
    const found = (await terms(app, apiPaths.categories)).find(({ id }) => id === 'bread-more')
    expect(found).toEqual({ id: 'bread-more', name: 'Bread & More', unfiled: true })
    const added = await app.send('POST', apiPaths.categories, { json: { name: ['Bread & More'] }, token: app.token })
    expect((await added.json()).created).toEqual([{ id: 'bread-more', name: 'Bread & More' }])
    expect(await app.file('categories/bread-more.yml')).toBe('name: Bread & More\n')
    const [post] = await app.list()
    expect(post?.category).toEqual({ id: 'bread-more', name: 'Bread & More' })
  })

  test('keeps its posts when it is renamed, although they name it by its old name', async () => {
    const app = await siteWith({ [FILE]: JEKYLL, 'tags/dough.yml': 'name: Sour Dough\n' })
    const tagsNow = async () => (await app.list())[0]?.tags.map(({ name }) => name)
    expect(await tagsNow()).toEqual(['Sour Dough', 'Milk', 'Other'])
    await app.send('PUT', adminPaths.tag('dough'), { json: { name: 'Levain' }, token: app.token })
    expect(await app.file('tags/dough.yml')).toBe('name: Levain\naliases: [Sour Dough]\n')
    expect(await tagsNow()).toEqual(['Levain', 'Milk', 'Other'])
  })

  test('is taken off its posts in every spelling', async () => {
    const app = await siteWith({ [FILE]: JEKYLL })
    expect((await app.send('DELETE', adminPaths.tag('milk'), { token: app.token })).status).toBe(200)
    expect(await app.file(FILE)).toContain('tags: [Sour Dough]')
  })

  test('is the same term for other capitals, accents and hyphens', async () => {
    const text = (tags: string) => `---\ntitle: T\ndate: 2024-01-02\ntags: [${tags}]\n---\nText.\n`
    const app = await siteWith({ 'posts/a.md': text('web--dev, C++'), 'posts/b.md': text('Wéb Dev, C#') })
    const tags = (await app.list()).map((post: PostCard) => post.tags.map(({ id, name }) => `${id} ${name}`))
    expect(tags).toEqual([
      ['web-dev Wéb Dev', 'c-plus-plus C++'],
      ['web-dev Wéb Dev', 'c-sharp C#'],
    ])
  })
})

describe('authors of a post', () => {
  const post = (lines: string) => `---\ntitle: T\ndate: 2024-01-02\n${lines}\n---\nText.\n`

  test('may be keys of authors.yml next to the posts, whose names are shown', async () => {
    const { list, editable } = await siteWith({
      'posts/authors.yml':
        'slash:\n  name: Slash Baker\n  title: Maintainer\n  image_url: https://cdn.example/a.png\nbo: { name: Bo }\n',
      'posts/a.md': post('authors: slash'),
      'posts/b.md': post('authors: [slash, bo, { name: Cy }]'),
    })
    expect((await list()).map(({ author, author_id }) => [author, author_id])).toEqual([
      ['Slash Baker', null],
      ['Slash Baker, Bo, Cy', null],
    ])
    expect((await editable('a')).source.author).toBe('slash')
  })

  test('with pages list the posts that they wrote together', async () => {
    const app = await siteWith({
      'authors/ann.yml': 'name: Ann Baker\n',
      'posts/a.md': post('authors: [ann, bo]'),
      'posts/b.md': post('author: ann'),
    })
    expect((await app.list()).map(({ author, author_id }) => [author, author_id])).toEqual([
      ['Ann Baker, bo', null],
      ['Ann Baker', 'ann'],
    ])
    expect((await (await app.get(`${apiPaths.posts}?author=ann`)).json()).length).toBe(2)
  })

  test('in a broken authors.yml are a problem of that file only', async () => {
    const { content, list } = await siteWith({ 'posts/authors.yml': 'a: [', 'posts/a.md': post('authors: a') })
    expect((await list())[0]?.author).toBe('a')
    expect(content.snapshot().problems).toEqual([
      expect.objectContaining({ file: expect.stringContaining('authors.yml') }),
    ])
  })
})

describe('a draft by its folder or its tags', () => {
  const FOLDER = 'posts/drafts/2019-07-02-rye.md'
  const draft = '---\ntitle: Rye\n---\n\nSecret.\n'

  test('is saved as one without a word about it, and published by one', async () => {
    const app = await siteWith({ [FOLDER]: draft, 'categories/bread.yml': 'name: Bread\n' })
    expect(await app.list()).toEqual([])
    const form = formOf(await app.editable('rye'))
    expect(form.draft).toBe('true')
    expect((await app.update('rye', { ...form, title: 'Rye bread' })).status).toBe(200)
    const saved = await app.file(FOLDER)
    expect(saved).toContain('title: Rye bread')
    expect(saved).not.toContain('draft')
    const next = { ...formOf(await app.editable('rye')), draft: 'false', summary: 'Short.', category_id: 'bread' }
    expect((await app.update('rye', next)).status).toBe(200)
    expect(await app.file(FOLDER)).toContain('draft: false')
    expect((await app.list()).map(({ title }) => title)).toEqual(['Rye bread'])
  })

  test('is published with others', async () => {
    const post = '---\ntitle: Rye\ndate: 2020-01-02\nsummary: x\ncategory: bread\ntags: [draft]\n---\n\nText.\n'
    const app = await siteWith({ 'posts/rye.md': post, 'categories/bread.yml': 'name: Bread\n' })
    expect(await app.list()).toEqual([])
    const body = { action: 'publish', ids: ['rye'], tags: [] }
    expect((await app.send('POST', adminPaths.bulk, { json: body, token: app.token })).status).toBe(200)
    expect(await app.list()).toHaveLength(1)
  })

  test('is not what a public post becomes by a tag from the dashboard', async () => {
    const post = '---\ntitle: Rye\ndate: 2020-01-02\nsummary: x\ncategory: bread\n---\n\nText.\n'
    const files = { 'posts/rye.md': post, 'categories/bread.yml': 'name: Bread\n', 'tags/draft.yml': 'name: Draft\n' }
    const app = await siteWith(files)
    expect((await app.update('rye', { ...formOf(await app.editable('rye')), 'tags[]': ['draft'] })).status).toBe(200)
    expect(await app.file('posts/rye.md')).toMatch(/tags: \[draft\]\n(?:.*\n)*draft: false\n/)
    expect(
      (await app.create({ title: 'Oats', category_id: 'bread', 'tags[]': ['draft'], draft: 'false' })).status,
    ).toBe(201)
    expect(await app.list()).toHaveLength(2)
  })

  test('is not published while the page of its section hides it, and pages follow that', async () => {
    const post = '---\ntitle: Rye\ndate: 2020-01-02\nsummary: x\ncategory: bread\n---\n\nText.\n'
    const files = { 'posts/a/rye.md': post, 'categories/bread.yml': 'name: Bread\n' }
    const app = await siteWith({ ...files, 'posts/a/_index.md': '+++\ndraft = true\n+++\n' })
    expect(await app.list()).toEqual([])
    expect((await app.get(pagePaths.post('rye'))).status).toBe(404)
    const response = await app.update('rye', { ...formOf(await app.editable('rye')), draft: 'false' })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('a/_index.md')
    const bulk = { action: 'publish', ids: ['rye'], tags: [] }
    const { rejected } = await (await app.send('POST', adminPaths.bulk, { json: bulk, token: app.token })).json()
    expect(rejected).toHaveLength(1)
    expect(await app.file('posts/a/rye.md')).toBe(post)
  })
})
