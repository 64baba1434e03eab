import { describe, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import type { Post, StalePost } from '#contract/posts.ts'
import { aForm, blogApps } from '#tests/blog/blog-app.ts'

const blogApp = blogApps()
const NOW = new Date('2026-06-01T12:00:00Z')
const FILE = `---
# the editor's own note
title: "Crates"
summary: In short.
category: production
tags: [milk]   # for now
image: posts/old.webp
image_alt: A crate
date: 2026-01-02
mood: calm
---

At length.
`
const siteWithCrates = (text = FILE, extension = 'html') =>
  blogApp({ files: { [`posts/crates.${extension}`]: text }, now: () => NOW })
const same = { title: 'Crates', 'tags[]': ['milk'] }

describe('POST /api/blog-posts/{id}?_method=PUT', () => {
  test('changes only lines that differ and keeps comments, order and unknown keys', async () => {
    const { update, file } = await siteWithCrates()
    const answer = await update('crates', { ...same, title: 'More crates' })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      id: 'crates',
      title: 'More crates',
      updated: NOW.toISOString(),
      image: 'posts/old.webp',
    })
    expect(await file('posts/crates.html')).toBe(
      FILE.replace('"Crates"', '"More crates"').replace('mood: calm\n', 'mood: calm\nupdated: 2026-06-01T12:00:00Z\n'),
    )
  })

  test('writes nothing when nothing differs', async () => {
    const { update, file } = await siteWithCrates()
    expect((await update('crates', same)).status).toBe(200)
    expect(await file('posts/crates.html')).toBe(FILE)
  })

  test('is the same as a real PUT', async () => {
    const { send, token } = await siteWithCrates()
    const answer = await send('PUT', apiPaths.post('crates'), { form: aForm({ ...same, title: 'Put' }), token })
    expect([answer.status, (await answer.json()).title]).toEqual([200, 'Put'])
  })

  test('removes tags, and sets and clears the draft mark', async () => {
    const { update, list } = await siteWithCrates()
    expect((await (await update('crates', { title: 'Crates', draft: 'true' })).json()) as Post).toMatchObject({
      tags: [],
      state: 'draft',
    })
    expect(await list()).toEqual([])
    expect((await (await update('crates', { title: 'Crates' })).json()).state).toBe('draft')
    expect((await (await update('crates', { title: 'Crates', draft: 'false' })).json()).state).toBe('live')
  })

  test('is 405 without _method=PUT, and 404 for an unknown post', async () => {
    const { send, token, update } = await siteWithCrates()
    for (const query of ['', '?_method=PATCH', '?_method=DELETE', '?method=PUT']) {
      const answer = await send('POST', apiPaths.post('crates') + query, { form: aForm(same), token })
      expect([query, answer.status, answer.headers.get('allow')]).toEqual([query, 405, 'GET, HEAD, PUT, DELETE'])
    }
    expect((await update('nothing')).status).toBe(404)
  })

  test('rejects an unknown category or tag at its field and leaves the file', async () => {
    const { update, file } = await siteWithCrates()
    const answer = await update('crates', { ...same, category_id: 'nowhere', 'tags[]': ['milk', 'nothing'] })
    expect([answer.status, (await answer.json()).errors]).toEqual([
      422,
      { category_id: { message: 'This category does not exist.' }, tags: { message: 'This tag does not exist.' } },
    ])
    expect(await file('posts/crates.html')).toBe(FILE)
  })
})

describe('the format of a post', () => {
  const MARKDOWN = FILE.replace('At length.', '*At length.*')

  test('stays Markdown with format=md', async () => {
    const { update, file } = await siteWithCrates(MARKDOWN, 'md')
    await update('crates', { ...same, content: '**More**', format: 'md' })
    expect(await file('posts/crates.md')).toEndWith('---\n\n**More**\n')
  })

  test('becomes HTML when a client sends content without a format', async () => {
    const { update, file, filesIn } = await siteWithCrates(MARKDOWN, 'md')
    const post: Post = await (await update('crates', { ...same, content: 'More' })).json()
    expect([post.id, post.content.trim()]).toEqual(['crates', 'More'])
    expect(await filesIn('content/posts')).toEqual(['crates.html'])
    expect(await file('posts/crates.html')).toContain("# the editor's own note")
  })

  test('does not change when a file with the other extension exists', async () => {
    const { update, dir, file } = await siteWithCrates()
    await Bun.write(`${dir}/content/posts/crates.md`, 'somebody is at work here')
    expect((await update('crates', { ...same, format: 'md' })).status).toBe(409)
    expect(await file('posts/crates.md')).toBe('somebody is at work here')
    expect(await file('posts/crates.html')).toBe(FILE)
  })
})

describe('the revision of a save', () => {
  test('is 409 with the current version once the file has changed', async () => {
    const { update, editable, file } = await siteWithCrates()
    const { revision } = (await editable('crates')).source
    expect((await update('crates', { ...same, title: 'First', revision })).status).toBe(200)
    const before = await file('posts/crates.html')
    const answer = await update('crates', { ...same, title: 'Second', revision })
    const { message, current }: StalePost = await answer.json()
    expect([answer.status, message]).toEqual([409, 'This post has been changed since you opened it.'])
    expect(current).toEqual((await editable('crates')).source)
    expect(current).toMatchObject({ id: 'crates', title: 'First', content: 'At length.' })
    expect(await file('posts/crates.html')).toBe(before)
    expect((await update('crates', { ...same, title: 'Second', revision: current.revision })).status).toBe(200)
  })

  test('is ignored when both wrote the same, and optional', async () => {
    const { update, editable } = await siteWithCrates()
    const { revision } = (await editable('crates')).source
    await update('crates', { ...same, title: 'First', revision })
    expect((await update('crates', { ...same, title: 'First', revision })).status).toBe(200)
    expect((await update('crates', { ...same, title: 'Third' })).status).toBe(200)
  })

  test('lets one of two concurrent saves win and reports the conflict to the other', async () => {
    const { update, editable } = await siteWithCrates()
    const { revision } = (await editable('crates')).source
    const saves = ['First', 'Second'].map((title) => update('crates', { ...same, title, content: title, revision }))
    expect((await Promise.all(saves)).map(({ status }) => status).sort()).toEqual([200, 409])
    const { title, content } = await editable('crates')
    expect(content.trim()).toBe(title)
  })
})
