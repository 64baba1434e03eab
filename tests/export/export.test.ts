import { afterAll, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { renderHtml } from '#server/blog/render/render-worker.ts'
import { exportCommand } from '#server/cli/export/main.ts'
import { readExportSource } from '#server/export/export-source.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import { anImport, PNG } from '#tests/import/importing.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
const STORED = 'posts/0123456789abcdef-1x1.webp'

const content: Record<string, string | Uint8Array> = {
  ...smallContent,
  'categories/recipes-and-more.yml': 'name: Recipes & more\n',
  'authors/ann-baker.yml': 'name: Ann Baker\nbiography: Bakes.\n',
  'posts/2023-04-19-rye/index.md': `---
title: "Rye: a start"
summary: In short.
category: recipes-and-more
tags: [bakery, New Things]
image: crumb.png
image_alt: The crumb
updated: 2023-05-01T10:30:00Z
author: ann-baker
aliases: [old-rye]
redirect_from: /2019/05/rye.html
seo_title: Rye for all
our_rating: 5
---

Text with a note.[^1] ![Crumb](crumb.png) ![Shelf](../shared/shelf.png) ![Stored](/storage/${STORED})

> [!NOTE]
> Mind the oven.

{{< youtube abc >}}

[^1]: The note.
`,
  'posts/2023-04-19-rye/crumb.png': PNG,
  'posts/shared/shelf.png': PNG,
  'posts/plain.html': `---
title: Plain
summary: <b>Short</b>
category: production
tags: [draft]
draft: false
date: 2024-01-02T03:04:05Z
author: Ben Cook, carl@bakery.example
image: ${STORED}
---
<p>Some <em>HTML</em>.</p>
`,
  'posts/later.md': '---\ntitle: Later\nsummary: S\ncategory: production\ndate: 2099-01-01\n---\n\nScheduledword.\n',
  'posts/secret.md':
    '---\ntitle: Secret\ndraft: true\ncategory: hiddenterm\ntags: [hiddentag]\n---\n\nDraftword ![x](/storage/posts/draft.png)\n',
}

const dir = await mkdtemp(join(tmpdir(), 'export-test-'))
afterAll(() => rm(dir, { recursive: true, force: true }))
const storageDir = join(dir, 'storage')
const files = {
  ...Object.fromEntries(Object.entries(content).map(([path, data]) => [`content/${path}`, data])),
  [`storage/public/${STORED}`]: PNG,
  'storage/public/posts/draft.png': PNG,
}
for (const [path, data] of Object.entries(files)) {
  await mkdir(dirname(join(dir, path)), { recursive: true })
  await writeFile(join(dir, path), data)
}

const printed: string[] = []
const run = (...args: string[]) =>
  exportCommand(args, {
    config: { contentDir: join(dir, 'content'), storageDir },
    now: NOW,
    print: (line) => void printed.push(line),
    printError: (line) => void printed.push(line),
  })

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

async function comparable(contentDir: string) {
  const source = await readExportSource({ dir: contentDir, now: NOW, withDrafts: true })
  return source.posts.map((post) => ({
    id: post.id,
    title: post.title,
    date: post.date,
    updated: post.updated,
    draft: post.draft,
    summary: post.summary,
    category: post.category,
    tags: post.tags,
    seo_title: post.seo_title,
    text: toPlainText('html', renderHtml(post.format, source.read(post).body)),
  }))
}

describe('bun run export', () => {
  test('exports a Hugo folder that is imported with the same ids, titles, dates, states, terms and texts', async () => {
    const out = join(dir, 'hugo')
    expect(await run('--format=hugo', out, '--drafts')).toBe(0)
    const site = await anImport({})
    await site.run(['--yes'], out)
    expect(await comparable(join(site.dir, 'content'))).toEqual(await comparable(join(dir, 'content')))
    await site.remove()
  })

  test('gives Hugo images beside their posts, former URLs as aliases and the same permalinks', async () => {
    const text = await readFile(join(dir, 'hugo/content/posts/rye/index.md'), 'utf8')
    for (const line of ['- /blog/old-rye', '- /2019/05/rye', 'author: Ann Baker', 'image: crumb.png', 'our_rating: 5'])
      expect(text).toContain(line)
    expect(text).toContain('![Shelf](shelf.png)')
    expect(text).toContain('{{< youtube abc >}}')
    const written = ['content/posts/rye/shelf.png', `static/storage/${STORED}`, 'content/posts/plain/index.html']
    for (const path of written) expect((await stat(join(dir, 'hugo', path))).isFile()).toBe(true)
    expect(await readFile(join(dir, 'hugo/hugo.toml'), 'utf8')).toContain('posts = "/blog/:slug/"')
  })

  test('exports JSON for Ghost, with images and without e-mail addresses', async () => {
    const out = join(dir, 'ghost')
    expect(await run('--format=ghost', out, '--drafts')).toBe(0)
    const json = await readFile(join(out, 'ghost.json'), 'utf8')
    const { posts, tags, posts_tags, users, posts_authors, posts_meta } = JSON.parse(json).db[0].data
    const states = posts.map((one: Record<string, string>) => [one.slug, one.status])
    expect(new Map(states)).toEqual(
      new Map([
        ...[['secret', 'draft'] as const, ['later', 'scheduled'] as const],
        ...[['plain', 'published'] as const, ['rye', 'published'] as const],
      ]),
    )
    const secret = posts.find((one: Record<string, string>) => one.slug === 'secret')
    expect(Object.keys(secret).filter((key) => key.endsWith('_at'))).toEqual([])
    const rye = posts.find((one: Record<string, string>) => one.slug === 'rye')
    const image = '__GHOST_URL__/content/images/posts/2023-04-19-rye/crumb.png'
    expect(rye).toMatchObject({ title: 'Rye: a start', published_at: '2023-04-19T00:00:00.000Z', feature_image: image })
    expect(rye.html).toContain(`src="${image}"`)
    expect(rye.html).toContain(`__GHOST_URL__/content/images/${STORED}`)
    expect(rye.html).toContain('Mind the oven.')
    const names = posts_tags
      .filter((one: Record<string, string>) => one.post_id === rye.id)
      .map(({ tag_id }: Record<string, string>) => tags.find(({ id }: Record<string, string>) => id === tag_id).name)
    expect(names).toEqual(['Recipes & more', 'Bakery', 'New Things'])
    expect(users.map(({ email }: Record<string, string>) => email)).toEqual([
      'ben-cook@example.com',
      'ann-baker@example.com',
    ])
    expect(posts_authors).toHaveLength(2)
    expect(posts_meta).toContainEqual(
      expect.objectContaining({ meta_title: 'Rye for all', feature_image_alt: 'The crumb' }),
    )
    expect(json).not.toContain('bakery.example')
    expect(await readFile(join(out, 'redirects.yaml'), 'utf8')).toContain('^/blog/old-rye/?$: /blog/rye/')
    expect((await stat(join(out, 'content/images/posts/2023-04-19-rye/crumb.png'))).isFile()).toBe(true)
  })

  test('leaves out every word and image of posts that visitors do not see, unless it is asked for them', async () => {
    for (const format of ['hugo', 'ghost']) {
      const out = join(dir, `public-${format}`)
      expect(await run(`--format=${format}`, out)).toBe(0)
      for (const file of await filesIn(out))
        expect(file + (await readFile(file, 'latin1'))).not.toMatch(/Draftword|Scheduledword|Secret|hiddent|draft\.png/)
    }
    expect(printed.at(-1)).toStartWith('2 posts that visitors do not see')
  })

  test('follows no link, neither as a post nor as a stored image', async () => {
    await writeFile(join(dir, 'private.md'), '---\ntitle: Private\ndate: 2020-01-01\n---\n\nLinkedword\n')
    await symlink(join(dir, 'private.md'), join(dir, 'content/posts/linked.md'))
    await symlink(join(dir, 'private.md'), join(storageDir, 'public/posts/linked.png'))
    const text =
      '---\ntitle: Shows\nsummary: S\ncategory: production\ndate: 2020-01-01\n---\n\n![x](/storage/posts/linked.png)\n'
    await writeFile(join(dir, 'content/posts/shows.md'), text)
    await run('--format=hugo', join(dir, 'links'))
    for (const file of await filesIn(join(dir, 'links')))
      expect(await readFile(file, 'latin1')).not.toContain('Linkedword')
    expect(printed).toContain('image not exported: posts/linked.png')
  })

  test('writes neither into a folder with files, nor through a link, nor into the site', async () => {
    await symlink(join(dir, 'elsewhere'), join(dir, 'link'))
    for (const [out, reason] of [
      ['hugo', 'is not empty'],
      ['link', 'is not a folder'],
      ['storage/public/out', 'is part of the site'],
      ['content/out', 'is part of the site'],
    ] as const)
      await expect(run('--format=hugo', join(dir, out))).rejects.toThrow(reason)
  })

  test('exits with 2 for arguments that it does not know', async () => {
    for (const args of [['--format=word', 'x'], ['--format=hugo'], ['x'], ['--format=hugo', 'x', '--all']])
      expect(await run(...args)).toBe(2)
  })
})
