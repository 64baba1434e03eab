import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createContent } from '#server/content/store.ts'
import { prepareImport } from '#server/import/run.ts'
import type { Network } from '#server/import/source/fetch-image.ts'
import type { ImportedEntry, ImportedPost, Reader } from '#server/import/source/imported.ts'
import { createLog } from '#server/lib/log.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import { PNG } from './importing.ts'

const aPost = (changes: Partial<ImportedPost> = {}): ImportedPost => ({
  kind: 'post',
  key: `post-${changes.slug}`,
  slug: 'bread',
  title: 'Bread',
  state: 'live',
  date: '2024-05-06T07:08:09.000Z',
  updated: null,
  body: { format: 'md', text: 'Text.' },
  summary: 'In short.',
  categories: [],
  tags: [],
  authors: [],
  image: null,
  seoTitle: '',
  seoDescription: '',
  canonical: '',
  oldPaths: [],
  changes: [],
  ...changes,
})
const term = (name: string, slug = '') => ({ name, slug, description: '' })

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'exports-test-'))
  for (const [path, text] of Object.entries(smallContent)) {
    await mkdir(dirname(join(dir, 'content', path)), { recursive: true })
    await writeFile(join(dir, 'content', path), text)
  }
  await mkdir(join(dir, 'source/uploads'), { recursive: true })
  await writeFile(join(dir, 'source/uploads/Loaf of bread.png'), PNG)
  await writeFile(join(dir, 'source/uploads/drawing.svg'), '<svg/>')
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** `own`: the URL that the export names. */
type Importing = { fetchImages?: boolean; network?: Network; own?: string | null; siteUrl?: string }

/** Imports these entries as if an export had them. */
async function imported(
  entries: readonly ImportedEntry[],
  { fetchImages = false, network, own = 'https://www.old.example/', siteUrl }: Importing = {},
) {
  const content = await createContent({ dir: join(dir, 'content'), log: createLog('error', () => {}) })
  const reader: Reader = async () => ({
    system: 'wordpress',
    siteUrl: own,
    entries,
    dropped: new Map([['comments', 3]]),
  })
  const deps = {
    content,
    dir: join(dir, 'content'),
    privateDir: join(dir, 'private'),
    now: () => new Date('2026-01-01'),
  }
  const { plan, write } = await prepareImport(
    { ...deps, network, readers: [reader] },
    { source: join(dir, 'source'), into: '', pages: false, fetchImages, siteUrl, workFolder: join(dir, 'work') },
  )
  return { plan, report: await write(), content }
}
const text = (file: string) => readFile(join(dir, 'content', file), 'utf8')

describe('importing an export', () => {
  test('keeps a public post public whose tag would hide it here, and a draft hidden', async () => {
    const tags = [term('Private')]
    const { plan } = await imported([
      aPost({ key: 'a', slug: 'a', title: 'A', tags }),
      aPost({ key: 'b', slug: 'b', title: 'B', tags, state: 'draft' }),
    ])
    expect(plan.states).toMatchObject({ live: 1, draft: 1 })
    expect(await text('posts/a/index.md')).toContain('draft: false\n')
    expect(await text('posts/b/index.md')).toContain('draft: true\n')
  })

  test('writes a post with its terms, author, images, links and old URLs', async () => {
    const bread = aPost({
      slug: 'bread',
      body: {
        format: 'md',
        text: 'See [cake](https://old.example/2024/cake/?utm=1#top), [more](/2024/cake) and [other](https://other.example/2024/cake/).\n\n![A loaf](https://www.old.example/uploads/Loaf%20of%20bread.png) ![](/uploads/drawing.svg)\n\n`[code](/2024/cake)`',
      },
      categories: [term('News', 'news'), term('Milk')],
      tags: [term('Rye & wheat', 'rye')],
      authors: [
        { name: 'Ann Baker', slug: 'ann', bio: 'Bakes. Write to ann@old.example.', url: 'https://ann.example/' },
      ],
      image: { url: '/uploads/Loaf of bread.png', alt: 'A loaf', caption: 'Fresh <b>bread</b>' },
      oldPaths: ['/2024/bread/'],
      changes: ['a poll was replaced by a link'],
    })
    const cake = aPost({ slug: 'cake', title: 'Cake', oldPaths: ['/2024/cake/'], state: 'draft', date: null })
    const { plan } = await imported([
      bread,
      cake,
      aPost({ slug: 'pie', title: 'Pie', date: '2031-01-01T00:00:00.000Z' }),
    ])
    expect(plan.states).toEqual({ live: 1, draft: 1, scheduled: 1, rejected: 0 })
    expect(plan.leftOut).toEqual([{ reason: 'comments', count: 3, examples: [] }])
    expect(plan.missingImages).toMatchObject([{ reason: 'SVG images are not shown: convert them to PNG', count: 1 }])
    expect(plan.changes.map(({ reason }) => reason)).toContain('a poll was replaced by a link')
    expect(await text('posts/bread/index.md')).toBe(`---
title: Bread
summary: In short.
category: news
tags:
  - milk
  - rye
image: loaf-of-bread.png
image_alt: A loaf
image_caption: Fresh bread
date: 2024-05-06T07:08:09Z
aliases:
  - /2024/bread/
author: ann
---

See [cake](/blog/cake#top), [more](/blog/cake) and [other](https://other.example/2024/cake/).

![A loaf](loaf-of-bread.png) ![](/uploads/drawing.svg)

\`[code](/2024/cake)\`
`)
    expect(await text('posts/cake/index.md')).toContain('draft: true')
    expect(await text('tags/rye.yml')).toBe('name: Rye & wheat\n')
    expect(await text('authors/ann.yml')).toBe(
      'name: Ann Baker\nlinks:\n  - label: ann.example\n    url: https://ann.example/\n',
    )
    expect(await readFile(join(dir, 'content/posts/bread/loaf-of-bread.png'))).toEqual(PNG)
  })

  test('gives each post an id of its own, and counts what is rejected', async () => {
    const { plan, content } = await imported([
      aPost({ key: '1', slug: 'bread' }),
      aPost({ key: '2', slug: 'Bread' }),
      aPost({ key: '3', slug: 'tag', title: 'Reserved' }),
      aPost({ key: '3', slug: 'again', title: 'Twice' }),
      { kind: 'rejected', key: '4', title: 'Secret', reason: 'for members only' },
      aPost({ key: '5', slug: '', title: '', date: null, body: { format: 'html', html: '<p>First words.</p>' } }),
    ])
    expect([...content.snapshot().posts.keys()].sort()).toEqual(['bread', 'bread-2', 'post', 'tag-2'])
    expect(content.snapshot().posts.get('post')).toMatchObject({ title: 'First words.', draft: true })
    expect(plan.total).toBe(6)
    expect(plan.rejected.map(({ reason }) => reason).sort()).toEqual([
      'for members only',
      'the export contains this post twice',
    ])
  })

  test('leaves images on other sites, until a later run fetches them', async () => {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(PNG) })
    const network = { resolve: async () => ['127.0.0.1'], isAllowed: () => true }
    const url = `http://pictures.example:${server.port}/a.jpg`
    const entries = [aPost({ slug: 'bread', body: { format: 'md', text: `![](${url})` } }), aPost({ slug: 'cake' })]
    const first = await imported(entries)
    expect(first.plan.missingImages).toMatchObject([{ reason: 'it is on another site: --fetch-images copies it' }])
    expect(await text('posts/bread/index.md')).toContain(url)
    const again = await imported(entries, { fetchImages: true, network })
    expect(again.report.written).toEqual({ added: 0, updated: 1, images: 1, fetched: 1 })
    expect(await text('posts/bread/index.md')).toContain('![](a.png)')
    expect(existsSync(join(dir, 'content/posts/bread/a.png'))).toBe(true)
    expect((await imported(entries, { fetchImages: true, network })).plan.actions).toMatchObject({ same: 2 })
    server.stop(true)
  })

  test('fetches images of a site that the export does not name from the URL that is given', async () => {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(PNG) })
    const network = { resolve: async () => ['127.0.0.1'], isAllowed: () => true }
    const entries = [aPost({ slug: 'bread', body: { format: 'md', text: '![](/content/images/a.png)' } })]
    const first = await imported(entries, { own: null, fetchImages: true, network })
    expect(first.plan.missingImages).toMatchObject([
      { reason: 'the export does not say its site: --site=URL and --fetch-images copy it', count: 1 },
    ])
    const siteUrl = `http://old.example:${server.port}`
    const again = await imported(entries, { own: null, siteUrl, fetchImages: true, network })
    expect(again.report.written).toEqual({ added: 0, updated: 1, images: 1, fetched: 1 })
    expect(imported(entries, { siteUrl: 'old.example' })).rejects.toThrow('The URL of the old site must be complete')
    server.stop(true)
  })

  test('leaves posts alone that were imported before the record was lost', async () => {
    const entries = [aPost({ slug: 'bread' }), aPost({ slug: 'cake', title: 'Cake' })]
    await imported(entries)
    await writeFile(
      join(dir, 'content/posts/cake/index.md'),
      (await text('posts/cake/index.md')).replace('Text.', 'Edited.'),
    )
    await rm(join(dir, 'private'), { recursive: true })
    const { plan, content } = await imported(entries)
    expect(plan.actions).toEqual({ add: 0, update: 0, same: 1, edited: 1, deleted: 0 })
    expect(content.snapshot().posts.size).toBe(2)
  })
})
