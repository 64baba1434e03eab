import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { Node } from 'prosemirror-model'
import { countDocumentWords } from '#client/admin/shared/word-count.ts'
import type { PostFormat } from '#contract/post-form.ts'
import { countShownWords } from '#contract/shown-words.ts'
import { bodyOf } from '#server/content/files/post-file.ts'
import { formatOf } from '#server/content/files/post-names.ts'
import { schema } from '#server/text/blocks/schema.ts'
import { readDocument } from '#server/text/document/documents.ts'

/** What the bar of the visual editor counts. */
function wordsInEditor(source: string, format: PostFormat): number {
  const content = readDocument(source, format)
  return countDocumentWords(Node.fromJSON(schema, { type: 'doc', content }), format)
}

const texts: [what: string, format: PostFormat, source: string, words: number][] = [
  ['plain text', 'md', 'Two words.', 2],
  ['no text', 'md', '', 0],
  ['emphasis inside a word', 'md', 'un**believ**able *it* is', 3],
  ['a heading and a quote', 'md', '## One two\n\n> Three\n> four', 4],
  ['lists and tasks', 'md', '- one\n- two three\n  1. four\n\n10. five\n\n- [x] six\n- [ ] seven', 7],
  [
    'a link, also by reference',
    'md',
    '[one two](https://a.example/b "Its title") [three][a]\n\n[a]: https://a.example "T"',
    3,
  ],
  ['an address', 'md', '<https://a.example/b> and https://b.example', 3],
  ['an image with a description', 'md', 'One ![a long description](a.webp "Title") two', 2],
  ['a linked image', 'md', '[![a long description](a.webp)](https://a.example) one', 1],
  ['a table', 'md', '| a | b c |\n|---|:-:|\n| d | e |', 5],
  ['a code block with its language', 'md', 'One\n\n```ts\nconst a = [b]\n```\n\ntwo', 6],
  ['inline code with tags', 'md', 'The tag `<b class="x">` here', 5],
  ['a callout', 'md', '> [!TIP]\n> One two', 2],
  ['a footnote', 'md', 'One[^1] two.\n\n[^1]: Three four.', 4],
  ['a rule between words', 'md', 'One\n\n---\n\ntwo', 2],
  ['comments and tags', 'md', 'One <!-- not shown --> H<sub>2</sub>O <kbd>Ctrl</kbd>', 3],
  ['tags of other systems', 'md', 'One {{< video id="x" >}} two', 2],
  ['paragraphs of HTML', 'html', '<p>One</p><p>two <em>th</em>ree<br>four</p>', 4],
  ['a style sheet', 'html', '<p>One</p><style>p { color: red }</style>', 1],
  ['hard blanks and entities', 'html', '<p>10&nbsp;kg bread &amp; caf&eacute;</p>', 5],
  ['a dash between blanks', 'md', 'two – words', 3],
  ['text without blanks', 'md', '今天我们学习', 3],
]

describe('the number of words of a text', () => {
  test.each(texts)('of %s (%s) is what readers see: %j has %d', (_, format, source, words) => {
    expect(countShownWords(format, source)).toBe(words)
  })

  test.each(texts)('of %s is the same in the visual editor', (_, format, source, words) => {
    expect(wordsInEditor(source, format)).toBe(words)
  })

  test('of each post of the site is the same in the list and in both editors', () => {
    for (const file of readdirSync('content/posts')) {
      const source = bodyOf(readFileSync(`content/posts/${file}`, 'utf8'))
      const format = formatOf(file)
      expect([file, countShownWords(format, source)]).toEqual([file, wordsInEditor(source, format)])
    }
  })
})
