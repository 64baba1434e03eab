import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { isoDate } from '#server/content/dialects/post-fields.ts'
import { decodeFields, decodePost, editPost } from '#server/content/files/post-file.ts'

const folder = join(import.meta.dir, '../fixtures/front-matter')
const fixture = async (name: string) => decodePost(`posts/${name}`, await Bun.file(join(folder, name)).text(), '')

describe('front matter of other systems', () => {
  const styles: [string, object][] = [
    [
      'jekyll-post.md',
      {
        summary: 'How we began.',
        category: 'jekyll',
        tags: ['bakery', 'milk', 'update'],
        date: '2023-04-19T08:00:00.000Z',
        draft: false,
      },
    ],
    [
      '2019-07-02-jekyll-dated-name.md',
      {
        id: 'jekyll-dated-name',
        date: '2019-07-02T00:00:00.000Z',
        category: 'production',
        aliases: ['old-name'],
      },
    ],
    ['jekyll-unpublished.md', { draft: true, updated: '2022-02-03T04:05:06.000Z' }],
    [
      'hugo-full.md',
      {
        summary: 'What it is about',
        date: '2024-01-14T00:00:00.000Z',
        updated: '2024-02-01T08:00:00.000Z',
        expires: '2034-01-01T00:00:00.000Z',
        aliases: ['my-original-url'],
        image: 'cover.jpg',
        imageAlt: 'A cover',
      },
    ],
    ['hugo-papermod.md', { date: '2023-03-03T23:36:07.123Z', author: 'Ann, Bob', image: 'posts/one.webp' }],
    [
      'astro-blog.md',
      { summary: 'Lorem ipsum dolor sit amet', date: '2022-07-08T00:00:00.000Z', image: '/blog-placeholder-3.jpg' },
    ],
    ['astro-updated.md', { updated: '2023-09-02T00:00:00.000Z' }],
    [
      'astro-paper.md',
      {
        date: '2022-09-23T15:22:00.000Z',
        updated: '2025-03-22T06:25:46.734Z',
        image: 'posts/og.webp',
        author: 'Sat Naing',
      },
    ],
    ['astro-wind.md', { summary: 'Start your web journey here.', updated: '2023-09-01T00:00:00.000Z' }],
    [
      'ghost-export.md',
      {
        draft: false,
        date: '2024-03-01T09:30:00.000Z',
        image: 'posts/feature.webp',
        imageAlt: 'An oven',
        summary: 'What we learned',
      },
    ],
    ['ghost-scheduled.html', { draft: false, date: '2031-03-01T09:30:00.000Z', image: null }],
    ['ghost-draft.md', { draft: true }],
    ['grav.md', { date: '2024-01-01T10:00:00.000Z', expires: '2034-01-01T10:00:00.000Z', draft: false }],
    ['hexo.md', { category: 'diary', tags: ['ps3', 'games'], image: 'posts/t.webp' }],
    ['both-names.md', { summary: 'Ours', updated: '2024-01-03T00:00:00.000Z' }],
    ['tags-as-text.md', { tags: ['a', 'b'], aliases: ['old'] }],
  ]
  for (const [name, meant] of styles) test(name, async () => expect(await fixture(name)).toMatchObject(meant))

  test('may have dates with any time zone, with or without seconds, or with month names', () => {
    const same = [
      '2023-04-19T08:00:00Z',
      '2023-04-19 10:00 +0200',
      '2023-04-19 10:00:00 +02:00',
      '2023-04-19T10:00:00+02',
      '2023-04-19t08:00:00.000000000z',
      '2023-04-19 08:00:00 UTC',
    ]
    expect(new Set(same.map(isoDate))).toEqual(new Set(['2023-04-19T08:00:00.000Z']))
    expect(isoDate('April 9, 2023')).toBe('2023-04-09T00:00:00.000Z')
    expect(isoDate('Feb 30 2023')).toBeUndefined()
  })
})

describe('a save of front matter of other systems', () => {
  const edits: [string, string, Parameters<typeof editPost>[1], string][] = [
    ['lastmod', 'lastmod: 2024-01-01', { updated: '2025-01-01' }, 'lastmod: 2025-01-01'],
    ['an excerpt', 'excerpt: old # short', { summary: 'new' }, 'excerpt: new # short'],
    ['published, the other way round', 'published: false', { draft: false }, 'published: true'],
    ['a status', 'status: "draft"', { draft: false }, 'status: "published"'],
    ['the first of the categories', 'categories: [a, b]', { category: 'c' }, 'categories: [c, b]'],
    ['categories as text', 'categories: a b', { category: 'c' }, 'categories: c, b'],
    ['a further category that is no tag any more', 'categories: [a, b, c]', { tags: ['c'] }, 'categories: [a, c]'],
    ['the only further category', 'categories: [a, b]', { tags: [] }, 'categories: [a]'],
    ['a tag beside further categories', 'categories: [a, b]', { tags: ['x', 'b'] }, 'categories: [a, b]\ntags: [x]'],
    ['a further category in both lists', 'categories: [a, b]\ntags: [b]', { tags: [] }, 'categories: [a]'],
    ['a category and a further one', 'categories: [a, b, c]', { category: 'x', tags: ['b'] }, 'categories: [x, b]'],
    ['no category', 'categories: [a, b]', { category: null }, 'tags: [b]'],
    [
      'another tag',
      'categories: [A, Two words]\ntags: [Milk]',
      { tags: ['milk', 'rye', 'two-words'] },
      'categories: [A, Two words]\ntags: [Milk, rye]',
    ],
    ['tags in another order', 'categories: [a, b]', { tags: ['b', 'x'] }, 'categories: [a, b]\ntags: [b, x]'],
    ['redirects', 'redirect_from: /blog/old/', { aliases: ['old', 'older'] }, 'redirect_from: /blog/old/, older'],
    ['a date of publication', 'published: 2024-01-01', { date: '2025-01-01' }, 'published: 2025-01-01'],
  ]
  for (const [what, before, change, after] of edits) {
    test(what, () => {
      const file = (line: string) => `---\ntitle: x\n${line}\n---\n\nBody\n`
      expect(editPost(file(before), change)).toBe(file(after))
    })
  }

  test('does not fall back to the description when the summary is removed', () => {
    const text = '---\ntitle: x\nexcerpt: one\ndescription: two\n---\n'
    expect(decodeFields(editPost(text, { summary: '' })).summary).toBe('')
  })
})
