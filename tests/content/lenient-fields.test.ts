import { describe, expect, test } from 'bun:test'
import { readDate } from '#server/content/dialects/post-dates.ts'
import { decodePostFile } from '#server/content/files/decode-file.ts'
import { decodeFields, editPost } from '#server/content/files/post-file.ts'

const file = (lines: string, body = 'Body.') => `---\ntitle: T\ndate: 2024-01-02\n${lines}\n---\n${body}\n`
const read = (lines: string) => decodePostFile('posts/x.md', file(lines), '')
const post = (lines: string) => read(lines).post
const warnings = (lines: string) =>
  read(lines).warnings.map(({ line, column, reason }) => `${line}:${column} ${reason}`)

describe('an optional value that other programs write differently', () => {
  const meant: [string, object][] = [
    ['lang: ar', { lang: 'ar' }],
    ['language: pt-br', { lang: 'pt-BR' }],
    ['locale: he_IL.UTF-8', { lang: 'he-IL' }],
    ['params: { lang: zh-hant-tw }', { lang: 'zh-Hant-TW' }],
    ['lang: ""', {}],
    ['author: [Ann, Bo]', { author: 'Ann, Bo' }],
    ['author: { name: Ann, url: https://a.example }', { author: 'Ann' }],
    ['authors:\n  - name: Ann\n    title: Baker\n  - name: Bo', { author: 'Ann, Bo' }],
    ['authors: ["ann@bakery.example (Ann)", "Bo <bo@bakery.example>"]', { author: 'Ann, Bo' }],
    [
      'authors:\n  ann: { name: Ann Baker, url: https://a.example }\n  bo: { role: Baker }',
      { author: 'Ann Baker, bo' },
    ],
    ['tags: 2024', { tags: ['2024'] }],
    ['tags: [1.10, yes]', { tags: ['1-10', 'yes'] }],
    ['tags: { a: Milk, b: Bread }', { tags: ['milk', 'bread'] }],
    ['tags:\n  - label: Milk\n    permalink: /milk', { tags: ['milk'] }],
    ['tags: [Дом, 日本 guide, guide]', { tags: ['dom', 'riben-guide', 'guide'] }],
    ['tags: Milk Bread', { tags: ['milk', 'bread'] }],
    ['categories: [[Diary]]', { category: 'diary' }],
    [
      'image: { src: posts/a.webp, alt: A crate, caption: At four }',
      { image: 'posts/a.webp', imageAlt: 'A crate', image_caption: 'At four' },
    ],
    ['cover: { image: a.webp }', { image: 'a.webp' }],
    ['image:\n  path: /storage/posts/a.webp', { image: 'posts/a.webp' }],
    ['image: /images/a.png', { image: '/images/a.png' }],
    ['cover-image: ../images/a.png', { image: '../images/a.png' }],
    ['Tags: [milk]\nDraft: true', { tags: ['milk'], draft: true }],
    ['params: { author: Ann }', { author: 'Ann' }],
    ['updated: 4 July 2025', { updated: '2025-07-04T00:00:00.000Z' }],
    ['math: true', { math: true }],
    ['katex: yes', { math: true }],
  ]
  test.each(meant)('%s', (lines, expected) => {
    expect(post(lines)).toMatchObject(expected)
    expect(warnings(lines)).toEqual([])
  })

  test('may be far more than thirty tags, and all are read', () => {
    const many = Array.from({ length: 45 }, (_, n) => `tag-${n}`)
    expect(post(`tags: [${many.join(', ')}]`).tags).toEqual(many)
  })
})

describe('an optional value that cannot be used', () => {
  const wrong: [string, object, string][] = [
    ['updated: soon', { updated: null }, '4:10 updated: "soon" is not a date, so it is not used (write 2023-04-19)'],
    [
      'image: https://cdn.example/a.png',
      { image: null },
      '4:8 image: is on another site, so it is not shown (`bun run import` can fetch it)',
    ],
    ['image: /a.avif', { image: null }, '4:8 image: is not shown: convert this AVIF image to PNG, JPEG or WebP'],
    ['image: { src: ../a.avif }', { image: null }, 'convert this AVIF image to PNG, JPEG or WebP'],
    ['image: ../private/admin.json', { image: null }, 'images must be below content/posts or under storage/public'],
    ['image: { alt: A crate }', { image: null }, '4:8 image: this map names no image, so it is not used'],
    ['lang: Arabic', {}, '4:7 lang: "Arabic" is no language, so it is not used (write ar or pt-BR)'],
    ['language: [e]', {}, '4:11 language: this list is no language'],
    ['author: ann@bakery.example', {}, '4:9 author: contains an e-mail address, so it is not shown'],
    [
      'updated: 03/04/2020',
      { updated: '2020-03-04T00:00:00.000Z' },
      'it is not clear which number is the month; read as 2020-03-04',
    ],
    ['categories: [a, b, A, c c]\ntags: [x, b]', { category: 'a', tags: ['x', 'b', 'c-c'] }, 'the others are tags'],
    ['categories: [a, draft]', { category: 'a', tags: ['draft'], draft: false }, 'the others are tags'],
    ['categories: [a, b]', { category: 'a' }, 'a post has one category here: "a" is used'],
    ['summary: [{ x: { y: 1 } }]', { summary: '' }, ''],
    ['tags: &a [*a]', { tags: [] }, ''],
    [
      `seo_title: ${'x'.repeat(400)}`,
      { seo_title: 'x'.repeat(300) },
      '4:12 seo_title: is longer than 300 characters, so the rest is not used',
    ],
    [
      `seo_title: ${'x'.repeat(299)}👩🏽‍🍳`,
      { seo_title: 'x'.repeat(299) },
      '4:12 seo_title: is longer than 300 characters, so the rest is not used',
    ],
    [`author: ${'x'.repeat(120)}`, { author: 'x'.repeat(100) }, 'is longer than 100 characters'],
  ]
  test.each(wrong)('%s', (lines, expected, warning) => {
    expect(post(lines)).toMatchObject(expected)
    if (warning !== '') expect(warnings(lines)).toEqual([expect.stringContaining(warning)])
  })

  test('never costs the post, whatever it is', () => {
    const values = [
      '[]',
      '{}',
      '""',
      '~',
      '5',
      '-1.5',
      'true',
      '[~]',
      '[[]]',
      '[{}]',
      '{ a: { b: [] } }',
      '"\\u0000"',
      '!!binary aGk=',
    ]
    const keys = [
      'summary',
      'category',
      'tags',
      'image',
      'image_alt',
      'date',
      'updated',
      'author',
      'canonical',
      'aliases',
      'image_focus',
      'cover',
      'authors',
    ]
    for (const key of keys)
      for (const value of values) {
        const text = `---\ntitle: T\n${key === 'date' ? 'pubDate' : 'date'}: 2024-01-02\n${key}: ${value}\n---\n`
        expect(decodePostFile('posts/x.md', text, '').post.title, `${key}: ${value}`).toBe('T')
        expect(decodeFields(editPost(text, { title: 'New' })).title).toBe('New')
      }
  })
})

describe('a state that hides a post', () => {
  const hidden = [
    ...[
      'draft: true',
      'draft: yes',
      'draft: "on"',
      'draft: maybe',
      'Draft: 1',
      'published: false',
      'published: no',
      'published: perhaps',
    ],
    ...[
      'status: private',
      'status: pending',
      'status: in review',
      'visibility: hidden',
      'visibility: members',
      'visibility: paid',
    ],
    ...[
      'visibility: vip',
      'unlisted: true',
      'hidden: true',
      'private: yes',
      'password: bread',
      'render: false',
      'permalink: false',
    ],
    ...[
      'expiryDate: when the fair is over',
      'isDraft: true',
      'publish: false',
      'build: { render: never }',
      'headless: true',
    ],
    ...[
      'is-draft: true',
      '_draft: true',
      'isPrivate: yes',
      'public: false',
      'listed: false',
      'wip: true',
      'hide: true',
    ],
    ...['post_status: draft', 'state: draft', 'access: private', 'params: { draft: true }', 'extra: { hidden: true }'],
    ...['_build: { render: never, list: never }', '_build:\n  list: never', 'eleventyExcludeFromCollections: true'],
    ...[
      'visibility: private',
      'status: trash',
      'status: archived',
      'tags: [draft]',
      'tags: milk, Draft',
      'tags: private',
    ],
    ...['drafts: true', 'darft: yes', 'publised: false', 'expiry: when the fair is over'],
    ...['draft: false\nlisted: false\nhidden: true', 'published: true\nlisted: false', 'draft:\nlisted: false'],
    ...['draft: false\nvisibility: members', 'published: true\ndraft: true', 'draft: [true]', 'extra: { draft: true }'],
  ]
  test.each(hidden)('%s', (lines) => expect(post(lines).draft).toBe(true))

  const shown = [
    'draft: no',
    'draft:',
    'draft: "false"',
    'published: true',
    'status: published',
    'visibility: public',
    'hidden: false',
    'permalink: /x/',
    'password: ""',
    'render: true',
    ...['tags: [draft]\ndraft: false', 'tags: [private]\npublished: true', 'tags: [drafting]'],
    ...['hide: [toc]', 'state: Ohio', 'public: true', 'stage: 2', 'active: Monday', 'internal: false'],
  ]
  test.each(shown)('but not %s', (lines) => {
    expect(post(lines).draft).toBe(false)
    expect(warnings(lines)).toEqual([])
  })

  test('is that of a post at its URL and in no list where it says that it is no draft, too', () => {
    expect(post('draft: false\nlisted: false')).toMatchObject({ draft: false, unlisted: true })
    expect(post('draft: false\nlisted: true').unlisted).toBeUndefined()
    expect(warnings('draft: false\nlisted: false')).toEqual([
      '5:9 listed: the post is at its URL, and in no list, feed, search or sitemap',
    ])
    expect(warnings('listed: false')).toEqual([
      '4:9 listed: hides the post, so it is a draft (write draft: false, too, to have it at its URL and in no list)',
    ])
  })

  test('is named where it is not understood', () => {
    expect(warnings('draft: maybe')).toEqual(['4:8 draft: "maybe" is not understood, so the post is a draft'])
    expect(warnings('visibility: members')).toEqual(['4:13 visibility: hides the post, so it is a draft'])
    expect(warnings('drafts: true')).toEqual([
      '4:9 drafts: hides the post, so it is a draft',
      '4:9 drafts: unknown key (did you mean draft?)',
    ])
  })

  test('may be that of a folder, unless the post says otherwise', () => {
    const inFolder = (name: string, lines = '') => decodePostFile(name, file(lines), '')
    for (const name of ['posts/drafts/x.md', 'posts/a/Draft/b/x.md', 'posts/drafts/x/index.md']) {
      const { post, warnings } = inFolder(name)
      expect(post.draft, name).toBe(true)
      expect(warnings.map(({ reason }) => reason)).toEqual([
        'draft: the folder is for drafts, so the post is one (write draft: false to publish it)',
      ])
      expect(inFolder(name, 'draft: false').post.draft, name).toBe(false)
    }
    for (const name of ['posts/draft.md', 'posts/draft/index.md', 'posts/draft-beer/x.md'])
      expect(inFolder(name).post.draft, name).toBe(false)
  })

  test.each([
    'archived: true',
    'robots: noindex, nofollow',
    'noindex: true',
    'sitemap: false',
    'robots: { noindex: true }',
  ])('is not said by %s, which is named', (lines) => {
    expect(post(lines).draft).toBe(false)
    expect(warnings(lines)).toEqual([expect.stringContaining('(write draft: true to hide it)')])
  })

  test('is a past date of expiry', () =>
    expect(post('expiryDate: 2020-01-01').expires).toBe('2020-01-01T00:00:00.000Z'))

  test('is a future date of publication, also next to an earlier date', () => {
    for (const key of ['publishDate', 'pubDate', 'published', 'published_at'])
      expect(post(`${key}: 2990-01-01`).date).toBe('2990-01-01T00:00:00.000Z')
    expect(post('publishDate: 2024-02-03').date).toBe('2024-01-02T00:00:00.000Z')
  })

  test.each([
    'visibility: members',
    'published: no',
    'password: bread',
    'draft: maybe',
    'draft: false\nstatus: private',
    'build: { render: never }',
    'drafts: true',
    'is-draft: true',
    'state: draft',
    'public: false',
  ])('ends when the post is published: %s', (lines) =>
    expect(decodeFields(editPost(file(lines), { draft: false })).draft).toBe(false),
  )

  test('is written as a draft where a public post is hidden', () => {
    expect(editPost(file('visibility: public'), { draft: true })).toBe(file('visibility: public\ndraft: true'))
    expect(editPost(file('published: true'), { draft: true })).toBe(file('published: false'))
  })
})

describe('a post without a title', () => {
  test('has the first heading of its text as title, else the name of its file, and a warning', () => {
    const titled = (text: string, name = 'posts/2024-01-02-spring-menu.md') => decodePostFile(name, text, '')
    expect(titled('---\n---\n```sh\n# no\n```\n## The *menu* {#menu}\nText').post.title).toBe('The menu')
    expect(
      titled('---\ntags: [milk]\n---\n<h2 class="a">Bread &amp; more</h2>', 'posts/2024-01-02-a.html').post.title,
    ).toBe('Bread & more')
    const { post, warnings } = titled('---\n---\nText')
    expect(post.title).toBe('Spring menu')
    expect(warnings.map(({ reason }) => reason)).toEqual(['title: is missing, so the name of the file is the title'])
  })
})

describe('a date of a post', () => {
  test.each([
    ...[
      '2023/4/9',
      '9 April 2023',
      'April 9, 2023',
      'Apr 9th 2023',
      '9.4.2023',
      '20230409',
      'Sun, 09 Apr 2023 00:00:00 GMT',
    ],
    ...[
      '2023-04-09 00:00:00 +0000 UTC',
      '1680998400',
      '2023-4-9T02:00:00+02:00',
      '2023-04-09 2:00 CEST',
      'Sun Apr 9 00:00:00 UTC 2023',
    ],
    ...[
      '2023-04-08 16:00 PST',
      '2023-04-09 12:00 a.m.',
      '2023-04-08 8:00 PM America/New_York',
      '2023-04-09T02:00:00[Europe/Berlin]',
      '2023-04-09T02:00:00+02:00[Europe/Berlin]',
      'Sun Apr 09 2023 02:00:00 GMT+0200 (Central European Summer Time)',
      '09/Apr/2023',
      '2023-04-08 19:00:00 -5',
      '2023-04-09T05:30:00+530',
    ],
  ])('may be %s', (written) => expect(readDate(written)).toEqual({ iso: '2023-04-09T00:00:00.000Z' }))

  test('is read as UTC where its zone is not known, and says so', () => {
    const note = 'the time zone Mars/Olympus is not known, so the time is read as UTC'
    expect(readDate('2023-04-09 10:00 Mars/Olympus')).toEqual({ iso: '2023-04-09T10:00:00.000Z', note })
  })

  test('one day after the end of its month is the next day, and says so', () => {
    const overflow = (day: string) => ({
      iso: `${day}T00:00:00.000Z`,
      note: `is no day of its month, so it is ${day}`,
      isOverflow: true as const,
    })
    expect(readDate('2021-02-29')).toEqual(overflow('2021-03-01'))
    expect(readDate('2021-04-31')).toEqual(overflow('2021-05-01'))
    expect(warnings('updated: 2021-02-29\n')).toEqual(['4:10 updated: is no day of its month, so it is 2021-03-01'])
  })

  test.each([
    '2021-01-32',
    '2021-13-01',
    'soon',
    '2023-02-30',
    '31/31/2020',
    '0001-01-01',
    '2023',
    '2023-04-09T25:00:00Z',
    'x'.repeat(10_000),
  ])('may not be %.20s', (written) => expect(readDate(written)).toBeUndefined())
})

describe('a key that is there twice', () => {
  const twice =
    '---\ntitle: One\ntags: [a, b] # first\ntitle: Two\ntags: [c]\ndate: 2024-01-02\nversion: 1.10\n---\nBody.\n'

  test('has its last value, and a warning where that is', () => {
    const { post, warnings } = decodePostFile('posts/x.md', twice, '')
    expect(post).toMatchObject({ title: 'Two', tags: ['c'] })
    expect(warnings.map(({ line, column, reason }) => `${line}:${column} ${reason}`)).toEqual([
      '4:1 title: is there more than once, so the last one is used',
      '5:1 tags: is there more than once, so the last one is used',
    ])
  })

  test('is there once after a change of it, and stays as it is after others', () => {
    expect(editPost(twice, { title: 'New' })).toBe(twice.replace('title: One\n', '').replace('Two', 'New'))
    expect(editPost(twice, { tags: [] })).toBe(twice.replace(/tags: .*\n/g, ''))
    expect(editPost(twice, { tags: ['c', 'd'] })).toBe(twice.replace(/tags: .* # first\n/, '').replace('[c]', '[c, d]'))
    expect(editPost(twice, { summary: 'x' })).toBe(twice.replace('1.10\n', '1.10\nsummary: x\n'))
  })

  test('hides the post if one value does, until the dashboard publishes it', () => {
    const text = '---\ntitle: T\ndraft: true\ndate: 2024-01-02\ndraft: false\n---\nBody.\n'
    expect(decodeFields(text).draft).toBe(true)
    expect(editPost(text, { draft: false })).toBe(text.replace('draft: true\n', ''))
  })
})
