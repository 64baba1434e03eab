import { afterAll, afterEach, describe, expect, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import { blogApps } from '#tests/blog/blog-app.ts'

const blogApp = blogApps()
const parse = spyOn(Bun.YAML, 'parse')
afterEach(() => parse.mockClear())
afterAll(() => parse.mockRestore())

const POST = `---
title: Crates
summary: All about crates.
category: production
date: 2026-01-02
---

At length.
`
/** How often the front matter of the post was parsed: no other file names its summary. */
const parsed = () => parse.mock.calls.filter(([text]) => String(text).includes('All about crates.')).length
const form = { title: 'Crates', summary: 'All about crates.', format: 'md' }
const siteWithCrates = async (post = POST) => {
  const site = await blogApp({ files: { 'posts/crates.md': post } })
  parse.mockClear()
  return site
}

describe('the front matter of a post is parsed', () => {
  test('once for a file that changes, on its way to the page', async () => {
    const { dir, content, get } = await siteWithCrates()
    await Bun.write(join(dir, 'content/posts/crates.md'), POST.replace('At length', 'In short'))
    await content.reload(['posts/crates.md'])
    expect(await (await get('/blog/crates')).text()).toContain('In short.')
    expect(parsed()).toBe(1)
  })

  test.each([
    ['changes text and fields', POST, { title: 'More crates', content: 'Other words.' }],
    ['withdraws a post', POST, { draft: 'true' }],
    ['publishes a draft, which is dated', POST.replace('date: 2026-01-02', 'draft: true'), { draft: 'false' }],
  ])('at most twice by a save that %s', async (_, post, fields) => {
    const { update, content } = await siteWithCrates(post)
    const before = content.snapshot()
    expect((await update('crates', { ...form, ...fields })).status).toBe(200)
    expect(content.snapshot()).not.toBe(before)
    expect(parsed()).toBeOneOf([1, 2])
  })

  test('not again by a save that changes nothing', async () => {
    const { update } = await siteWithCrates()
    expect((await update('crates', form)).status).toBe(200)
    expect(parsed()).toBeLessThan(2)
  })
})
