import { describe, expect, test } from 'bun:test'
import type { PostForm } from '#contract/post-form.ts'
import { branchConflict, type PostSides, resolvedPost } from '#server/blog/branch-conflict.ts'
import { decodeFile } from '#server/content/files/decode-file.ts'
import { buildSnapshot } from '#server/content/snapshot/snapshot.ts'
import { ConflictError } from '#server/lib/errors.ts'
import { smallContent } from '#tests/helpers/small-content.ts'

const decoded = (file: string, text: string) => ({
  decoded: decodeFile(file, new TextEncoder().encode(text)),
  problems: [],
})
const snapshot = buildSnapshot(
  '',
  new Map(Object.entries(smallContent).map(([file, text]) => [file, decoded(file, text)])),
)

const inYaml = (title: string, others = '') =>
  `---\ntitle: ${title}\nsummary: In short.\ncategory: production\ndate: 2026-01-02\n${others}---\nText.\n`
const inToml = (title: string, others = '') =>
  `+++\ntitle = "${title}"\nsummary = "In short."\ncategory = "production"\ndate = "2026-01-02"\n${others}+++\nText.\n`
const inJson = (title: string, others = '') =>
  `{\n"title": "${title}",\n${others}"summary": "In short.",\n"category": "production",\n"date": "2026-01-02"\n}\nText.\n`

type Texts = Pick<PostSides, 'base' | 'branch' | 'live'>

/** The post once a person has chosen its title. */
function textOf(texts: Texts, title = 'Of a person'): string | undefined {
  const sides = { file: 'posts/a.md', ...texts }
  const { overlaps, merged, current } = branchConflict(sides, snapshot)
  expect(overlaps.map(({ field }) => field)).toEqual(['title'])
  const { summary, content, format } = merged
  const form = { title, summary, content, category_id: 'production', tags: [], format, revision: current.revision }
  return resolvedPost(sides, form as PostForm, snapshot)
}

describe('a post whose conflict with a branch was decided', () => {
  test('has what the branch has done to keys that are no fields of posts, and those of the live post', () => {
    const base = inYaml('A bake', 'layout: wide\nold: yes\nweight: 1\n')
    const branch = inYaml(
      'Of the branch',
      'layout: narrow\nweight: 1\nmood: calm\ngallery:\n  - one.jpg\n  - two.jpg\n',
    )
    const live = inYaml('Live', 'layout: wide\nold: yes\nweight: 2 # first\nfloor: 3\n')
    expect(textOf({ base, branch, live })).toBe(
      inYaml('Of a person', 'layout: narrow\nweight: 2 # first\nfloor: 3\nmood: calm\ngallery: [one.jpg, two.jpg]\n'),
    )
  })

  test.each([
    ['TOML', inToml, 'mood = "calm"\n'],
    ['JSON', inJson, '"mood": "calm",\n'],
  ])('has them in %s, too', (_, write, mood) => {
    const texts = { base: write('A bake'), branch: write('Of the branch', mood), live: write('Live') }
    expect(textOf(texts)).toMatch(/mood\W+calm/)
  })

  test('has a map of the branch that the live post does not have', () => {
    const texts = { base: inYaml('A bake'), branch: inYaml('B', 'extra:\n  a: 1\n  b: [2]\n'), live: inYaml('Live') }
    expect(textOf(texts)).toMatch(/extra: ?\n {2}a: 1\n {2}b:\n {4}- 2\n/)
  })

  test('is in no list when the branch has taken it out of all', () => {
    const texts = { base: inYaml('A bake'), branch: inYaml('B', 'draft: false\nlisted: false\n'), live: inYaml('Live') }
    expect(textOf(texts)).toBe(inYaml('Of a person', 'draft: false\nlisted: false\n'))
  })

  test('keeps a key that both have changed in the same way', () => {
    const texts = {
      base: inYaml('A bake', 'mood: calm\n'),
      branch: inYaml('B', 'mood: loud\n'),
      live: inYaml('Live', 'mood: loud\n'),
    }
    expect(textOf(texts)).toBe(inYaml('Of a person', 'mood: loud\n'))
  })
})

test.each([
  ['a key that both have changed', 'mood: calm\n', 'mood: loud\n', 'mood: sad\n'],
  ['a key that one has removed and the other changed', 'mood: calm\n', '', 'mood: sad\n'],
  [
    'a key inside of one that the live post has otherwise',
    'extra:\n  a: 1\n',
    'extra:\n  a: 1\n  b: 2\n',
    'extra: none\n',
  ],
])('asks to merge the live branch for %s, which the dialog does not show', (_, base, branch, live) => {
  const texts = { base: inYaml('A bake', base), branch: inYaml('B', branch), live: inYaml('Live', live) }
  expect(() => textOf(texts)).toThrow(ConflictError)
})
