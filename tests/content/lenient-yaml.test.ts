import { describe, expect, test } from 'bun:test'
import { decodePostFile } from '#server/content/files/decode-file.ts'
import { decodeFields, editPost } from '#server/content/files/post-file.ts'
import { sectionData } from '#server/content/files/section-pages.ts'
import { ContentFileError } from '#server/text/front-matter/content-file-error.ts'
import { repairLines } from '#server/text/front-matter/front-matter.ts'
import { contentWith } from './content-dir.ts'

const post = (head: string) => `---\n${head}---\n\nText.\n`
/** What a strict parser rejects: a quoted value that goes on without indentation. */
const TITLE = 'title: "Bread\nand butter"\n'
const read = (head: string) => decodePostFile('posts/x.md', post(`date: 2024-05-06\n${head}`), '')

describe('front matter that only lenient parsers read', () => {
  test.each([
    ['a title in double quotes', TITLE, { title: 'Bread and butter' }],
    ['a title in single quotes', "title: 'Bread\nand butter'\n", { title: 'Bread and butter' }],
    ['a list', 'title: Bread\ntags: [rye,\nwheat]\n', { tags: ['rye', 'wheat'] }],
    ['a map', 'title: Bread\nimage: { src: a.png,\nalt: A loaf }\n', { image: 'a.png', imageAlt: 'A loaf' }],
    ['a line that looks like a key', 'title: "Bread\ndate: soon"\n', { title: 'Bread date: soon' }],
    ['numbers as they are written', `${TITLE}tags: [1.10, 2.0]\n`, { tags: ['1-10', '2-0'] }],
    ['a draft', `${TITLE}draft: true\n`, { draft: true }],
  ])('has %s, with a warning that names the line', (_, head, fields) => {
    const { post: entry, warnings } = read(head)
    expect(entry).toMatchObject(fields)
    const line = head.startsWith('title: Bread') ? 5 : 4
    expect(warnings[0]).toEqual({
      line,
      column: 1,
      reason:
        'front matter: this line is no strict YAML (indent it): it is read, but until then only the source can be edited',
    })
  })

  test('names the line of a long one, too', () => {
    const long = `${TITLE}# ${'x'.repeat(12_000)}\n`
    expect(read(long).warnings[0]?.line).toBe(4)
  })

  test('is the date that the file states, and not the one in the text', () => {
    expect(read('title: "Bread\ndraft: true"\n').post).toMatchObject({ draft: false, title: 'Bread draft: true' })
  })

  test.each([
    ['repeated keys', 'draft: true\ndraft: false\n'],
    ['keys of prototypes', '__proto__: { draft: false }\n'],
    ['nested keys of prototypes', 'image: { __proto__: { src: a.png } }\n'],
    ['a value that contains itself', 'a: &a [*a]\n'],
    [
      'values that repeat themselves a million times',
      `a0: &a0 [${'1, '.repeat(10)}]\n${Array.from({ length: 5 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(10)}]\n`).join('')}`,
    ],
    ['deep nesting', `a: ${'['.repeat(200)}${']'.repeat(200)}\n`],
    ['deeper nesting', `a: ${'['.repeat(15_000)}\n`],
    ['tags of JavaScript', 'a: !!js/function "function () {}"\n'],
    ['other tags', 'a: !!binary aGVsbG8=\n'],
    ['more than 20,000 characters', `# ${'x'.repeat(20_000)}\n`],
    ['what no parser reads', 'a: b: c\n'],
  ])('is rejected with %s', (_, head) => {
    expect(() => read(TITLE + head)).toThrow(ContentFileError)
  })

  test('is read in time, whatever it holds', () => {
    const start = performance.now()
    for (const piece of ['"', "'", '[', '{', '&a ', '*a ', '- ', '? ', '\n', ' ', ': ', '#', '|', '!a '])
      try {
        read(TITLE + piece.repeat(Math.floor(19_000 / piece.length)))
      } catch (error) {
        expect(error).toBeInstanceOf(ContentFileError)
      }
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  test('is not edited field by field; its body is', () => {
    const text = post(`${TITLE}date: 2024-05-06\n`)
    expect(() => editPost(text, { category: 'rye' })).toThrow('repair it in the list of problems')
    expect(editPost(text, { body: 'Other.' })).toBe(text.replace('Text.', 'Other.'))
  })

  test('says so when a change is saved', async () => {
    const { content } = await contentWith({ 'posts/x.md': post(`${TITLE}date: 2024-05-06\n`) })
    const edit = content.change(async (tx) => {
      tx.write('posts/x.md', editPost(await tx.read('posts/x.md'), { category: 'rye' }))
    })
    await expect(edit).rejects.toThrow('Nothing was saved: the front matter has a line that is no strict YAML')
  })

  test.each([
    ['text of three lines', 'title: "Bread\nand\n\nbutter\n"\nsummary: Short\n'],
    ['single quotes', "title: 'Bread\nand butter'\n"],
    ['lists and maps', 'title: Bread\ntags: [rye,\nwheat\n]\nimage: { src: a.png,\nalt: A loaf }\n'],
    ['a map in a map', 'title: Bread\ncover:\n  alt: "A\nloaf"\n  src: a.png\n'],
    ['a list of texts', 'title: Bread\ntags:\n- "rye\nbread"\n- wheat\n'],
    ['what looks like a key', 'title: "Bread\ndraft: true"\n'],
    ['line ends of Windows', 'title: "Bread\r\nand butter"\r\ntags: [rye,\r\nwheat]\r\n'],
  ])('is repaired by indentation alone in %s, and its fields can be edited then', (_, head) => {
    const text = post(`date: 2024-05-06\n${head}`)
    const { text: repaired = '', line } = repairLines(text) ?? {}
    expect(repaired.replace(/^ +/gm, '')).toBe(text.replace(/^ +/gm, ''))
    expect(read(head).warnings[0]?.line).toBe(line as number)
    expect(decodeFields(repaired)).toEqual(decodeFields(text))
    expect(decodeFields(editPost(repaired, { category: 'rye' }))).toMatchObject({ category: 'rye' })
    expect(repairLines(repaired)).toBeUndefined()
  })

  test('of the page of a section stays unreadable, so that its posts stay hidden', () => {
    expect(sectionData(post(TITLE))).toBeUndefined()
  })
})
