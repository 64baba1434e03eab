import { describe, expect, test } from 'bun:test'
import { renamed } from '#server/blog/post-address.ts'
import { decodePost } from '#server/content/files/post-file.ts'

const post = (head: string) => `---\ntitle: Rust\n${head}---\n\nText.\n`
const read = (head: string, file = 'posts/rust.md') => decodePost(file, post(head), '')

describe('the date of a post without one', () => {
  test.each([
    ['path: "2025/06/26/Rust-1.88.0"\n', '2025-06-26'],
    ['path: /2025/6/6/rust/\n', '2025-06-06'],
    ['slug: 2025-06-26-rust\n', '2025-06-26'],
    ['permalink: /news/2025/06/26/rust.html\n', '2025-06-26'],
    ['permalink: /:year/rust/\nurl: https://old.example/2025/06-26/rust\n', '2025-06-26'],
    ['path: 2025/13/40/x\nurl: /2025/06/26/\n', '2025-06-26'],
  ])('is that of %j', (head, day) => expect(read(head).date).toBe(`${day}T00:00:00.000Z`))

  test('is that of Zola in TOML, whose URL redirects', () => {
    const text = '+++\ntitle = "Rust"\npath = "2025/06/26/Rust-1.88.0"\n+++\n\nText.\n'
    const entry = decodePost('posts/Rust-1.88.0.md', text, '')
    expect(entry).toMatchObject({ date: '2025-06-26T00:00:00.000Z', draft: false })
  })

  test('comes after those of the front matter, the name and the folders', () => {
    expect(read('date: 2024-01-02\npath: 2025/06/26/x\n').date).toBe('2024-01-02T00:00:00.000Z')
    expect(read('path: 2025/06/26/x\n', 'posts/2023-04-19-x.md').date).toBe('2023-04-19T00:00:00.000Z')
    expect(read('path: 2025/06/26/x\n', 'posts/2023/04/19/x.md').date).toBe('2023-04-19T00:00:00.000Z')
  })

  test.each([
    'path: news/rust\n',
    'path: 12025/06/26/x\n',
    'path: 2025/06/x\n',
    'slug: 20250626\n',
    'path: 2025/02/30/x\n',
  ])('is missing in %j', (head) => expect(() => read(head)).toThrow('date: is missing'))

  test('makes no draft public', () => {
    expect(read('path: 2025/06/26/x\ndraft: true\n').draft).toBe(true)
    expect(read('path: 2025/06/26/x\nexpires: soon\n').draft).toBe(true)
  })

  test('is written when the slug that has it changes', () => {
    const text = post('slug: 2025/06/26/rust\n')
    const { text: after } = renamed(text, 'posts/old.md', decodePost('posts/old.md', text, ''), 'ferris')
    expect(decodePost('posts/old.md', after, '')).toMatchObject({ id: 'ferris', date: '2025-06-26T00:00:00.000Z' })
  })
})

describe('front matter that is not read', () => {
  test.each([
    ['.. title: Rye\n.. date: 2024-01-02\n\nText.\n', 'Nikola'],
    ['<!--\n.. title: Rye\n-->\n\nText.\n', 'Nikola'],
    ['Title: Rye\nDate: 2024-01-02\n\nText.\n', 'Pelican or MultiMarkdown'],
    ['-----\ntitle: Rye\n-----\n\nText.\n', 'Nanoc'],
    ['\uFEFFexport const metadata = { title: "Rye" }\n\nText.\n', 'MDX'],
  ])('is rejected by the name of its system: %j', (text, name) => {
    expect(() => decodePost('posts/rye.mdx', text, '')).toThrow(`this is front matter of ${name}`)
  })
})
