import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PostFields } from '#server/content/dialects/post-fields.ts'
import { fileText } from '#server/content/files/content-files.ts'
import { bodyOf, decodeFields, decodePost, editPost } from '#server/content/files/post-file.ts'
import { findFences } from '#server/text/front-matter/front-matter.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'

/** Front matter as people and programs write it: a new fixture file gets all tests. */
const folder = join(import.meta.dir, '../fixtures/front-matter')
const fixtures = await Promise.all(
  readdirSync(folder).map(async (name) => [name, fileText(await Bun.file(join(folder, name)).bytes())] as const),
)

const words = (list: string[]) => [
  [...list, 'zz'],
  ['zz', ...list],
  list.toSpliced(-1, 1, 'zz'),
  list.toSpliced(Math.floor(list.length / 2), 0, 'zz'),
  ...(list.length > 1 ? [list.slice(1), list.slice(0, -1)] : []),
]
const line = (now: string | null) => [`${now ?? ''}x`, 'New: "words" #1', "it's"].map((one) => one.trim())
const moments = ['2030-01-02T00:00:00.000Z', '2030-01-02T03:04:05.000Z']

/** Other one-line values for a field. */
const changes: { [Key in keyof PostFields]: (now: PostFields[Key]) => PostFields[Key][] } = {
  title: line,
  summary: (now) => ['<p>New</p>', `<p>${'long '.repeat(60)}</p>`, now.replace(/.(?=\n|$)/, '!')],
  category: () => ['new-one'],
  tags: words,
  image: () => ['posts/new.webp'],
  image_alt: line,
  date: () => moments,
  updated: () => moments,
  draft: (now) => [!now],
  expires: () => moments,
  aliases: words,
  author: line,
  lang: () => ['ar', 'pt-BR'],
  image_caption: line,
  image_focus: () => ['40% 25%'],
  seo_title: line,
  seo_description: line,
  canonical: () => ['https://elsewhere.example/a?b=1#c', '/blog/other'],
}
const keys = Object.keys(changes) as (keyof PostFields)[]
const valuesFor = <Key extends keyof PostFields>(key: Key, fields: PostFields) =>
  changes[key](fields[key]).filter((one) => !Bun.deepEquals(one, fields[key]))
/** In `bun run test`, one value of each field, another one for each fixture. */
const sampleOf = <Value>(values: Value[], fixture: number) =>
  isFullRun ? values : values.filter((_, at) => at === fixture % values.length)

/** The number of removed and added lines between the common start and end. */
function difference(before: string, after: string) {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let above = 0
  while (above < old.length && above < now.length && old[above] === now[above]) above++
  let below = 0
  const rest = Math.min(old.length, now.length) - above
  while (below < rest && old.at(-1 - below) === now.at(-1 - below)) below++
  return { went: old.length - above - below, came: now.length - above - below }
}

/** Multi-line values that a new one replaces, keys with anchors or aliases, and further categories, which are tags. */
const LINES: Record<string, number> = {
  'astro-paper.md summary': 2,
  'folded.md title': 2,
  'folded.md summary': 5,
  'literal-keep.md summary': 6,
  'literal-strip-four.md summary': 4,
  'literal-indicator.md summary': 3,
  'literal-comment.md summary': 3,
  'plain-lines.md title': 2,
  'plain-lines.md summary': 3,
  'quoted-lines.md title': 2,
  'quoted-lines.md summary': 3,
  'crlf.md summary': 3,
  'indented.md summary': 3,
  'dashes-in-values.md summary': 4,
  'flow-list-lines.md tags': 2,
  'toml-strings.md summary': 4,
  // The line above a new last item of JSON gets a comma.
  'json-hugo.md tags': 2,
  'hugo-full.md tags': 2,
  'json-hugo.md category': 3,
  '2019-07-02-jekyll-dated-name.md category': 4,
  'anchors.md title': 2,
  'anchors.md date': 3,
}

const bodyBytes = (text: string) => text.slice(findFences(text).bodyStart)

describe('front matter of every style', () => {
  test('is covered by more than forty fixtures', () => expect(fixtures.length).toBeGreaterThan(40))

  for (const [index, [name, text]] of fixtures.entries()) {
    test(`${name}: is unchanged by opening and saving`, () => {
      decodePost(`posts/${name}`, text, '')
      const { title, ...fields } = decodeFields(text)
      expect(editPost(text, {})).toBe(text)
      expect(editPost(text, { title, ...fields, body: bodyOf(text) })).toBe(text)
    })

    test(`${name}: has one changed line for one changed field, with the new value`, () => {
      const fields = decodeFields(text)
      for (const key of keys) {
        for (const value of sampleOf(valuesFor(key, fields), index)) {
          const edited = editPost(text, { [key]: value })
          const { went, came } = difference(text, edited)
          const what = `${name} ${key} ${JSON.stringify(value)}\n${edited.slice(0, 600)}`
          expect(decodeFields(edited), what).toEqual({ ...fields, [key]: value })
          expect(went, what).toBeLessThanOrEqual(LINES[`${name} ${key}`] ?? 1)
          expect(came, what).toBeLessThanOrEqual(LINES[`${name} ${key}`] ?? 1)
          expect(bodyBytes(edited), what).toBe(bodyBytes(text))
        }
      }
    })

    test(`${name}: has an empty value for an emptied field, and no other change`, () => {
      const fields = decodeFields(text)
      for (const key of ['summary', 'category', 'image', 'image_alt', 'updated', 'expires', 'author'] as const) {
        const emptied = editPost(text, { [key]: key === 'summary' || key === 'image_alt' ? '' : null })
        expect(decodeFields(emptied), `${key}\n${emptied}`).toEqual({
          ...fields,
          [key]: key === 'summary' || key === 'image_alt' ? '' : null,
        })
        expect(difference(text, emptied).came).toBeLessThanOrEqual(LINES[`${name} ${key}`] ?? 1)
      }
      for (const key of ['tags', 'aliases'] as const)
        expect(decodeFields(editPost(text, { [key]: [] }))).toEqual({ ...fields, [key]: [] })
    })

    test(`${name}: is unchanged by a new body`, () => {
      const edited = editPost(text, { body: 'New\n\nbody' })
      expect(bodyOf(edited)).toBe('New\n\nbody')
      const { bodyStart } = findFences(text)
      expect(edited).toStartWith(text.slice(0, bodyStart))
    })
  }
})
