import { describe, expect, test } from 'bun:test'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { SavedPost, StalePost } from '#contract/posts.ts'
import { blogApps } from '#tests/blog/blog-app.ts'
import { countVersions } from '#tests/helpers/cache-db.ts'
import { png } from '#tests/media/inputs.ts'

const blogApp = blogApps()
const LINES = Array.from({ length: 20 }, (_, at) => `Line ${at}.`)
const content = (change: Record<number, string> = {}) => LINES.map((line, at) => change[at] ?? line).join('\n\n')
const FILE = `---
title: Crates
summary: In short.
category: production
tags: [milk]   # for now
image_alt: A crate
date: 2026-01-02
---

${content()}
`
const SAME = {
  title: 'Crates',
  summary: 'In short.',
  content: content(),
  'tags[]': ['milk'],
  image_alt: 'A crate',
  format: 'md',
}

/** An opened post, and how to save it from there. */
async function opened(text = FILE) {
  const app = await blogApp({ files: { 'posts/crates.md': text, 'tags/sauce.yml': 'name: Sauce\n' } })
  const { revision } = (await app.editable('crates')).source
  const path = join(app.dir, 'content/posts/crates.md')
  return {
    ...app,
    revision,
    save: (changes: Parameters<typeof app.update>[1] = {}) => app.update('crates', { ...SAME, revision, ...changes }),
    text: () => app.file('posts/crates.md'),
    /** Another editor writes the file, and the site has read it. */
    async push(change: (text: string) => string) {
      await Bun.write(path, change(await Bun.file(path).text()))
      await app.services.content.reload(['posts/crates.md'])
    },
  }
}
const stale = async (answer: Response): Promise<StalePost> => {
  expect(answer.status).toBe(409)
  return answer.json()
}

describe('saving a post that changed after it was opened', () => {
  test('merges changes of different fields and reports which came from the other side', async () => {
    const { save, text } = await opened()
    expect(await (await save({ title: 'Mine' })).json()).not.toHaveProperty('merged')
    const answer = await save({ summary: 'Theirs.', 'tags[]': ['milk', 'sauce'] })
    const post: SavedPost = await answer.json()
    expect([answer.status, post.title, post.summary, post.merged]).toEqual([200, 'Mine', 'Theirs.', ['title']])
    expect(await text()).toContain('tags: [milk, sauce]   # for now')
  })

  test('accepts the same value in the same field without a conflict', async () => {
    const { save } = await opened()
    await save({ title: 'Both', image_alt: 'First' })
    const answer = await save({ title: 'Both', content: content({ 3: 'Mine.' }) })
    expect([answer.status, (await answer.json()).merged]).toEqual([200, ['image_alt']])
  })

  test('answers 409 with base and both versions for different values of a field, and writes nothing', async () => {
    const { save, text, revision, editable } = await opened()
    await save({ title: 'Theirs', summary: 'Theirs.' })
    const before = await text()
    const found = await stale(await save({ title: 'Mine', image_alt: 'My crate' }))
    expect(found.overlaps).toEqual([{ field: 'title', base: 'Crates', mine: 'Mine', theirs: 'Theirs' }])
    expect(found.base).toMatchObject({ revision, title: 'Crates', content: content() })
    expect(found.current).toEqual((await editable('crates')).source)
    expect(found.merged).toEqual({ ...found.current, image_alt: 'My crate' })
    expect([found.theirs, found.around]).toEqual([['summary'], [content()]])
    expect(await text()).toBe(before)
    const { merged } = found
    const third = { title: 'Third', summary: merged.summary, image_alt: merged.image_alt, revision: merged.revision }
    expect((await save(third)).status).toBe(200)
    expect(await text()).toContain('title: Third\nsummary: Theirs.')
  })

  test('merges changes of different lines, also with Windows line endings', async () => {
    const { save, text } = await opened(FILE.replaceAll('\n', '\r\n'))
    await save({ content: content({ 2: 'Theirs.' }) })
    expect((await (await save({ content: content({ 9: 'Mine.' }) })).json()).merged).toEqual(['content'])
    expect(await text()).toEndWith(`${content({ 2: 'Theirs.', 9: 'Mine.' }).replaceAll('\n', '\r\n')}\r\n`)
  })

  test('answers 409 with the conflicting lines and everything that merged around them', async () => {
    const { save } = await opened()
    await save({ content: content({ 2: 'Theirs.', 15: 'Also theirs.' }) })
    const { overlaps, around } = await stale(await save({ content: content({ 2: 'Mine.', 9: 'Also mine.' }) }))
    const versions = { base: 'Line 2.\n', mine: 'Mine.\n', theirs: 'Theirs.\n' }
    const words = {
      ...versions,
      above: 'Line 0.\nLine 1.',
      below: 'Line 3.\nLine 4.',
      formatting: { mine: [], theirs: [] },
    }
    expect(overlaps).toEqual([{ field: 'content', ...versions, words, both: 'Theirs.\n\nMine.\n' }])
    expect(around.join('Line 2.\n')).toBe(`${content({ 9: 'Also mine.', 15: 'Also theirs.' })}\n`)
  })

  test('merges with a file that was pushed in between', async () => {
    const { save, push, text } = await opened()
    await push((text) =>
      text.replace('date: 2026-01-02', 'date: 2026-01-03\nmood: calm # mine').replace('Line 4.', 'Four.'),
    )
    expect((await (await save({ title: 'Mine' })).json()).merged).toEqual(['content', 'date'].toSorted().reverse())
    expect(await text()).toContain('date: 2026-01-03\nmood: calm # mine')
    expect(await text()).toContain('Four.')
    await push((text) => text.replace('title: Mine', 'title: Pushed'))
    expect((await stale(await save({ title: 'Mine again' }))).overlaps).toHaveLength(1)
  })

  test('merges when the file was first read by opening it in the editor', async () => {
    const { save, services } = await opened()
    expect(countVersions(services.cacheDb)).toBe(1)
    await save({ title: 'Theirs' })
    expect((await save({ summary: 'Mine.' })).status).toBe(200)
    services.cacheDb.write((db) => db.run('delete from content_version'))
    const found = await stale(await save({ summary: 'Mine again.' }))
    expect(found.base).toBeNull()
    expect(found.overlaps.map(({ field, base }) => [field, base])).toEqual([
      ['title', null],
      ['summary', null],
    ])
  })

  test.each(['../../../../etc/passwd', 'x', '0'.repeat(32), '%2e%2e'])(
    'answers 409 for an invalid revision (%s)',
    async (revision) => {
      const { save } = await opened()
      expect((await stale(await save({ title: 'Mine', revision }))).base).toBeNull()
    },
  )

  test('reports a content conflict for another format, unless the content is unchanged', async () => {
    const { save, dir, services, file } = await opened()
    const path = join(dir, 'content/posts/crates')
    await Bun.write(`${path}.html`, FILE.replace('Line 0.', '<p>Line 0.</p>'))
    await unlink(`${path}.md`)
    await services.content.reload(['posts/crates.md', 'posts/crates.html'])
    const found = await stale(await save({ content: content({ 9: 'Mine.' }) }))
    expect([found.current.format, found.base?.format]).toEqual(['html', 'md'])
    expect(found.overlaps.map(({ field }) => field)).toEqual(['content'])
    expect((await save({ title: 'Mine' })).status).toBe(200)
    expect(await file('posts/crates.html')).toContain('title: Mine')
  })

  test('reports both images when both sides changed them, and keeps mine with everything else', async () => {
    const { save, push } = await opened()
    await push((text) => text.replace('image_alt:', 'image: posts/theirs.webp\nimage_alt:').replace('Crates', 'Theirs'))
    const image = new Blob([new Uint8Array(png(20, 10))], { type: 'image/png' })
    const { overlaps } = await stale(await save({ title: 'Mine', image }))
    expect(overlaps).toEqual([
      { field: 'title', base: 'Crates', mine: 'Mine', theirs: 'Theirs' },
      { field: 'image', base: null, mine: expect.stringMatching(/-20x10\.webp$/), theirs: 'posts/theirs.webp' },
    ])
  })

  test('reports to each of twenty concurrent editors whether their change is in the file', async () => {
    const { save, text } = await opened()
    const fields = ['title', 'summary', 'image_alt']
    const changes = [
      ...fields.map((field) => ({ [field]: `Changed ${field}` })),
      ...LINES.slice(0, 15).map((_, at) => ({ content: content({ [at]: `Changed line ${at}` }) })),
      { title: 'Another title' },
      { content: content({ 3: 'Another line 3' }) },
    ]
    const words = (change: object) =>
      Object.values(change).flatMap((value) => /(?:Changed|Another) \S+(?: \d+)?/.exec(value) ?? [])
    const answers = await Promise.all(changes.map((change) => save(change)))
    const now = await text()
    const outcomes = answers.map(({ status }, at) => [status, now.includes(`${words(changes[at] ?? {})[0]}`)])
    expect(outcomes.filter(([status, isIn]) => (status === 200) !== isIn)).toEqual([])
    expect(outcomes.filter(([status]) => status === 200)).toHaveLength(18)
    expect(outcomes.filter(([status]) => status === 409)).toHaveLength(2)
  })
})
