import { describe, expect, test } from 'bun:test'
import { CONTENT_MAX_CHARACTERS } from '#contract/limits.ts'
import { fileText } from '#server/content/files/content-files.ts'
import { bodyOf, decodeFields, decodePost, editPost, newPost } from '#server/content/files/post-file.ts'

const written = `---
# Who may change this: marketing
title:   "Plan a bake"   # as in the newsletter
tags:
- milk
- sauce   # both
author: 'Ann'

# shown on the list
summary: |
  <p>One</p>
  <p>Two with a very long line that nobody may fold, because a folded line would be a change that nobody made at all</p>

rating: {stars:  5, by: [a,b]}
date: 2024-01-02
flow: [ x,y ]
category: crm # the id
---


Body, first line.

Last line.
`

const change = (from: string, to: string) => written.replace(from, to)

describe('editing a post file', () => {
  test('returns the same text when nothing changes', () => {
    const { image, ...fields } = decodeFields(written)
    expect(editPost(written, { ...fields, body: bodyOf(written) })).toBe(written)
    expect(editPost(written, {})).toBe(written)
    expect(
      editPost(written, { date: '2024-01-02T00:00:00.000Z', body: 'Body, first line.\r\n\r\nLast line.\r\n' }),
    ).toBe(written)
  })

  test('keeps the quotes of a text and the comment next to it', () => {
    expect(editPost(written, { title: 'New: "a" plan' })).toBe(change('"Plan a bake"', '"New: \\"a\\" plan"'))
    expect(editPost(written, { author: "O'Neil" })).toBe(change("author: 'Ann'", "author: 'O''Neil'"))
  })

  test('keeps a block list with its comments', () => {
    const tags = (...words: string[]) => editPost(written, { tags: words })
    expect(tags('milk', 'yes')).toBe(change('- sauce ', '- yes '))
    expect(tags('milk', 'bakery', 'sauce')).toBe(change('- milk\n', '- milk\n- bakery\n'))
    expect(tags('bakery', 'milk', 'sauce')).toBe(change('- milk\n', '- bakery\n- milk\n'))
    expect(tags('sauce')).toBe(change('- milk\n', ''))
    expect(tags('milk')).toBe(change('- sauce   # both\n', ''))
  })

  test('keeps a block scalar without folding it', () => {
    const summary = `<p>One</p>\n<p>${'long '.repeat(60)}</p>\n`
    const edited = editPost(written, { summary })
    expect(decodeFields(edited).summary).toBe(summary)
    expect(edited.split('\n').length).toBe(written.split('\n').length)
  })

  test('removes an emptied key with its line and appends a new one', () => {
    expect(editPost(written, { category: null })).toBe(change('category: crm # the id\n', ''))
    expect(editPost(written, { tags: [] })).toBe(change('tags:\n- milk\n- sauce   # both\n', ''))
    expect(editPost(written, { draft: true })).toBe(change('# the id\n', '# the id\ndraft: true\n'))
    expect(editPost(written, { updated: '2024-05-06T07:08:09.000Z' })).toBe(
      change('# the id\n', '# the id\nupdated: 2024-05-06T07:08:09Z\n'),
    )
  })

  test('keeps the blank lines above a new body', () => {
    expect(editPost(written, { body: 'Other.' })).toBe(change('Body, first line.\n\nLast line.\n', 'Other.\n'))
  })

  test('keeps byte order mark and CRLF in front matter and body', () => {
    const windows = `\uFEFF${written.replaceAll('\n', '\r\n')}`
    expect(editPost(windows, { body: bodyOf(windows) })).toBe(windows)
    const edited = editPost(windows, { title: 'T', tags: ['a', 'b'], draft: true, body: 'One\n\nTwo' })
    expect(edited.replaceAll('\r\n', '').includes('\n')).toBe(false)
    expect(edited).toStartWith('\uFEFF---\r\n# Who may')
    expect(decodeFields(edited)).toMatchObject({ title: 'T', tags: ['a', 'b'], draft: true, author: 'Ann' })
    expect(bodyOf(edited)).toBe('One\n\nTwo')
  })

  test('keeps an unchanged numeric title a number', () => {
    const text = '---\ntitle: 1.10\ndate: 2024-01-02\n---\nx\n'
    expect(editPost(text, { title: '1.10' })).toBe(text)
  })

  test('supports front matter in braces or with indentation', () => {
    const braces = '---\n{ title: Old, date: 2024-01-02, tags: [a] }\n---\nx\n'
    expect(decodeFields(editPost(braces, { title: 'New', tags: [], draft: true }))).toMatchObject({
      title: 'New',
      tags: [],
      draft: true,
    })
    const indented = '---\n  title: Old\n  date: 2024-01-02\n---\nx\n'
    const edited = editPost(indented, { summary: 'a\nb', tags: ['x'], title: 'New' })
    expect(decodeFields(edited)).toMatchObject({
      title: 'New',
      summary: 'a\nb',
      tags: ['x'],
      date: '2024-01-02T00:00:00.000Z',
    })
  })
})

describe('a new post file', () => {
  test('has its keys in a fixed order without empty ones', () => {
    const text = newPost(
      {
        author: null,
        tags: ['milk', 'sauce'],
        draft: false,
        date: '2024-01-02T00:00:00.000Z',
        title: 'T',
        category: 'crm',
        summary: '<p>S</p>',
      },
      'Body',
    )
    expect(text).toBe(
      '---\ntitle: T\nsummary: <p>S</p>\ncategory: crm\ntags:\n  - milk\n  - sauce\ndate: 2024-01-02\n---\n\nBody\n',
    )
  })

  const hostile = [
    'yes',
    'null',
    '~',
    '1.10',
    '0x1F',
    '1e3',
    '.5',
    '-',
    '- a',
    '# no comment',
    'a: b',
    'a #b',
    '"',
    "'",
    '[',
    '{{7*7}}',
    '*a',
    '&a',
    '!x',
    '%TAG',
    '@x',
    '`x`',
    '---',
    '...',
    '<b>&amp;</b>',
    'emoji 🥖',
    'a\u2028b',
    'a\u0085b',
    '\u0007',
    '\\n',
    '12:30:00',
    '2024-01-02',
    '? x',
    '| x',
    '> x',
    '=',
    '<<',
  ]
  test('parses back to what was written, for any text', () => {
    for (const words of hostile) {
      const fields = { title: words, summary: `${words}\n${words}\n`, author: words, tags: ['a'], date: '2024-01-02' }
      const text = newPost(fields, words)
      expect(decodePost('posts/x.md', text, '')).toMatchObject({
        title: words.trim(),
        summary: fields.summary,
      })
      expect(bodyOf(text)).toBe(words.trimEnd())
      expect(decodeFields(editPost(written, { title: words, author: words, summary: words }))).toMatchObject({
        title: words.trim(),
        summary: words,
      })
    }
  })

  test('parses back with the longest accepted text in any script', () => {
    const body = 'ケ'.repeat(CONTENT_MAX_CHARACTERS)
    const bytes = new TextEncoder().encode(newPost({ title: 'T', date: '2024-01-02' }, body))
    expect(bodyOf(fileText(bytes))).toBe(body)
  })
})
