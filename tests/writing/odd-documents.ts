import { readdirSync, readFileSync } from 'node:fs'
import type { BlockJson, DocumentFormat } from '#contract/document.ts'
import { randomDocuments } from './random-documents.ts'

const FOLDER = new URL('../fixtures/xss/', import.meta.url)
const attackFiles = readdirSync(FOLDER).map((name) => readFileSync(new URL(name, FOLDER), 'utf8'))
/** Each attack of the corpus, and each of its files. */
export const attacks = [...attackFiles.flatMap((file) => file.split('\n')), ...attackFiles]

/** Empty and blank values, controls, halves of emoji, what ends a link, a title, a label or a fence, and values without end. */
const ODD = [
  ...['', ' ', '  a  b ', '\t', 'a\nb', 'a\r\nb', '\r', 'a\n\nb', '\n\n'],
  ...['\0', 'a\0b', '\x01', '\x1b[0m', '\x7f', '\x85', '\v', 'a\fb', '\ufeff', '\ufffe', '\uffff'],
  ...['\ud83c', 'a\udc00b', '\u00a0', '\u2028', 'a\u2029b', '\u200b', '\u200d', '\u202e', '\u3000'],
  ...['a b', '(', ')', 'a)b', '<', '>', '<a>', '"', 'a"b"', "'", '\\', 'a\\', '\\"', '[', ']', '[a]', 'a]b'],
  ...['`', '``` js', '~~~', '|', 'a|b', '*', '**', '_a_', '#', '# a', '&amp;', '&#0;', '{', '{{ x }}', '{% x', '{#id}'],
  ...['$$', '^[a]', '[^1]', '[^1]:', ':::', '<!--', '-->', ']]>', '</p>', '<br>', '<b>', '---', '1. ', '- ', '> '],
  ...['javascript:alert(1)', 'data:text/html,x', '//a.example', '%', '%00', '999999999999'],
  ...['x'.repeat(6_000), '['.repeat(150), '<div>'.repeat(150), '> '.repeat(150), '`'.repeat(200), '\u0301'.repeat(300)],
]

/** Random documents with values and nesting that no user types, but that pages have and the visual editor can show. */
export function oddDocuments(seed: number, format: DocumentFormat) {
  const { random, document, inline } = randomDocuments(seed, format)
  const { below, pick } = random
  const chance = (percent: number) => below(100) < percent
  const odd = () => (chance(70) ? pick(ODD) : pick(attacks))

  function withOddAttributes<T extends { type: string; attrs?: Record<string, unknown> }>(of: T): T {
    const attrs = Object.entries(of.attrs ?? {}).map(([name, value]) => {
      const isText = typeof value === 'string' && !['kind', 'align'].includes(name)
      return [name, (isText || name === 'title') && chance(25) ? odd() : value]
    })
    return { ...of, ...(of.attrs && { attrs: Object.fromEntries(attrs) }) }
  }

  function oddNode(node: BlockJson): BlockJson {
    const { marks, content, text, ...own } = withOddAttributes(node)
    const words = text !== undefined && chance(15) ? odd() || 'a' : text
    const start = own.type === 'ordered_list' && chance(10) ? { attrs: { start: 999_999_999 } } : {}
    const spans = ['table_cell', 'table_header'].includes(own.type) && chance(10)
    return {
      ...own,
      ...start,
      ...(spans && { attrs: { ...own.attrs, colspan: 1 + below(3), rowspan: 1 + below(3) } }),
      ...(words !== undefined && { text: words }),
      ...(content && { content: content.map(oddNode) }),
      ...(marks && { marks: marks.map((mark) => withOddAttributes(mark)) }),
    }
  }

  function oddBlock(): BlockJson {
    const kind = below(100)
    if (kind < 4) return { type: 'source_block', attrs: { text: odd() } }
    if (kind < 6) return { type: 'table', content: [{ type: 'table_row' }, { type: 'table_row' }] }
    if (kind < 8) return nested({ type: 'paragraph', content: inline() }, 1 + below(45))
    if (kind < 12)
      return { type: 'paragraph', content: [...inline(2), { type: 'source_inline', attrs: { text: odd() } }] }
    if (kind < 14) return { type: 'footnote_definition', attrs: { label: odd() }, content: document() }
    if (kind < 16) return { type: 'code_block', attrs: { language: odd() }, content: [text(odd())] }
    if (kind < 18) return { type: 'figure', attrs: { src: odd(), alt: odd(), title: odd() }, content: [text(odd())] }
    return oddNode(pick(document()))
  }

  function nested(block: BlockJson, depth: number): BlockJson {
    let outer = block
    for (let i = 0; i < depth; i++)
      outer = chance(50)
        ? { type: 'blockquote', content: [outer] }
        : { type: pick(['bullet_list', 'ordered_list']), content: [{ type: 'list_item', content: [outer] }] }
    return outer
  }

  return { random, document, oddBlock }
}

const text = (words: string): BlockJson => ({ type: 'text', text: words || 'a' })
