import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { withAnchors } from '#server/blog/render/anchors.ts'
import { termId } from '#server/content/dialects/term-ids.ts'
import { wantedId } from '#server/content/files/post-names.ts'
import { makeId } from '#server/text/scan/make-id.ts'

describe('an id that the site makes', () => {
  test.each([
    ['Crème brûlée – 5 % off', 'creme-brulee-5-off'],
    ["The baker's dozen", 'the-bakers-dozen'],
    ['日本語入門', 'ribenyurumen'],
    ['日本 guide', 'riben-guide'],
    ['한국어 안내', 'hangugeo-annae'],
    ['Что нового', 'chto-novogo'],
    ['مرحبا بالعالم', 'mrhb-bllm'],
    ['Ελληνικά', 'ellinika'],
    ['हिन्दी', 'hindi'],
    ['ไทย', 'aithy'],
    ['שלום', 'slvm'],
    ['Azərbaycan', 'azerbaycan'],
    ['Größe', 'grosse'],
    ['Łódź', 'lodz'],
    ['C#', 'c-sharp'],
    ['F# in depth', 'f-sharp-in-depth'],
    ['C++', 'c-plus-plus'],
    ['C++ 20', 'c-plus-plus-20'],
    ['Issue #5', 'issue-5'],
    ['#hashtag', 'hashtag'],
    ['🎉', 'tada'],
    ['١٢٣', '123'],
    ['!', 'post'],
    ['con', 'con-2'],
    ['AUX', 'aux-2'],
    ['Com1', 'com1-2'],
    ['lpt⁹', 'lpt9-2'],
    ['Console', 'console'],
    [`Con ${'a'.repeat(90)}`, 'con-2'],
  ])('of %s is %s', (name, id) => expect(makeId(name, 'post')).toBe(id))
})

/** Names, terms and headings of blogs made with six systems, and the ids that they had before `makeId`. */
const rowsOf = async (name: string) => {
  const text = await Bun.file(join(import.meta.dirname, `../fixtures/sample-blogs/${name}.tsv`)).text()
  return text
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t'))
}

describe('of sample blogs,', () => {
  test('each file has the id that it had', async () => {
    const rows = await rowsOf('files')
    expect(rows.map(([file = '', slug = '']) => [file, slug, wantedId(file, slug || undefined)])).toEqual(rows)
  })

  test('each term has the id that it had', async () => {
    const rows = await rowsOf('terms')
    expect(rows.map(([name = '']) => [name, termId(name)])).toEqual(rows)
  })

  test('each heading has the anchor that it had', async () => {
    const rows = await rowsOf('headings')
    const anchorOf = (words: string) => /id="([^"]*)"/.exec(withAnchors(`<h2>${words}</h2>`))?.[1] ?? ''
    expect(rows.map(([words = '']) => [words, anchorOf(words)])).toEqual(rows)
  })
})
