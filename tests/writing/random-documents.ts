import type { BlockJson, DocumentFormat } from '#contract/document.ts'
import { seeded } from '#tests/helpers/seeded.ts'

type Mark = NonNullable<BlockJson['marks']>[number]

/** What has a meaning in Markdown, or an odd width, direction or class of characters. */
const ATOMS = [
  ...['salt', 'Rye bread', 'a', 'x', '12', 'oven', 'snake_case', '2 * 3', 'mix 3:1', '50 %', '1.', '1)', '2026'],
  ...[
    '.',
    ',',
    ':',
    ';',
    '!',
    '?',
    '-',
    '–',
    '—',
    '…',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '/',
    '|',
    '"',
    "'",
    '“',
    '”',
    '«',
    '»',
  ],
  ...[
    '*',
    '**',
    '***',
    '_',
    '__',
    '~',
    '~~',
    '`',
    '``',
    '\\',
    '\\\\',
    '#',
    '##',
    '&',
    '&amp;',
    '&lt;b&gt;',
    '+',
    '=',
    '$',
    '$5',
    '@',
    '^2',
    '%',
  ],
  ...[
    '🎉',
    '👩‍🍳',
    '🇩🇪',
    'é',
    'e\u0301',
    'ß',
    'パン',
    '面包',
    '빵',
    'خبز',
    'לחם',
    '\u00a0',
    '\u200b',
    '\u200d',
    '€',
    '™',
    '½',
  ],
  ...[
    '[x]',
    '[ ]',
    '[a](b)',
    '![a](b)',
    '[^1]',
    '[ref]',
    '<b>',
    '</b>',
    '<br>',
    '<!-- x -->',
    '<https://a.example>',
    'https://a.example/b_c',
    'www.a.example',
    'a@b.example',
  ],
  ...[
    '---',
    '===',
    '>',
    '- ',
    '+ ',
    '1. ',
    '|-|',
    ':::',
    '$$',
    ':-)',
    '...',
    '!!',
    '?!',
    '(c)',
    'A&B',
    'C:\\dir',
    "it's",
    '\\*',
    '\\(',
    'http:',
    '{:',
    '{#id}',
    '(',
    '[!NOTE]',
    ': def',
  ],
]
const PLAIN = ['salt', 'Rye bread', 'a', 'x', '12', 'oven', 'flour', 'é', 'パン', 'خبز', '🎉']
const CODES = [
  'a',
  'a`b',
  '`',
  '``',
  ' a ',
  'a  b',
  '\\',
  '|',
  '*x*',
  '<b>',
  '&amp;',
  'x ',
  ' x',
  'a\\',
  '$x',
  '{a}',
  '[^1]',
  ' ',
]
const URLS = [
  ...[
    '/a',
    'https://a.example/',
    'https://a.example/b_(c)',
    '/a b',
    '/a?b=1&c=2',
    '/a)b',
    '/a(b',
    '#x',
    'mailto:a@b.example',
    '/a*b*',
    '/a_b_',
    '/ü',
    '/<a>',
    '/a\\b',
    '/a"b',
  ],
]
const TITLES = [null, null, null, 'Title', 'a "b"', "it's", 'a\\b', '(a)', 'a & b', '*a*']
const LANGUAGES = ['', '', 'js', 'ts', 'c++', 'unknown']
const CODE_LINES = [
  'let a = 1',
  '',
  '```',
  '~~~',
  '    four',
  '\ttab',
  '`x`',
  '> q',
  '- a',
  '# b',
  '<b>&amp;</b>',
  'a  ',
  '  ',
  '````',
  '*x*',
  '{{ x }}',
  '$$',
  '|a|',
]

/** Random documents as the visual editor may send them. */
export function randomDocuments(seed: number, format: DocumentFormat = 'md') {
  // In HTML they are written as elements, also without a definition.
  const footnotes = format !== 'html'
  const random = seeded(seed)
  const { below, pick } = random
  const chance = (percent: number) => below(100) < percent
  const some = <T>(min: number, max: number, make: (index: number) => T): T[] =>
    Array.from({ length: min + below(max - min + 1) }, (_, index) => make(index))

  function words(): string {
    const atoms = chance(40) ? PLAIN : ATOMS
    let text = ''
    for (const atom of some(1, 4, () => pick(chance(30) ? PLAIN : atoms))) {
      text += text !== '' && chance(45) ? ` ${atom}` : atom
    }
    if (chance(12)) text = ` ${text}`
    if (chance(12)) text = `${text} `
    return text
  }

  const link = (): Mark => ({ type: 'link', attrs: { href: pick(URLS), title: pick(TITLES) } })

  function marks(): Mark[] {
    const chosen: Mark[] = []
    if (chance(12)) chosen.push(link())
    if (chance(30)) chosen.push({ type: 'strong' })
    if (chance(30)) chosen.push({ type: 'em' })
    if (chance(18)) chosen.push({ type: 'strike' })
    return chosen
  }

  function run(last: Mark[]): BlockJson {
    const own = chance(25) ? last : marks()
    const marked = own.length > 0 ? { marks: own } : {}
    if (chance(8)) return { type: 'text', text: pick(CODES), marks: [...own, { type: 'code' }] }
    return { type: 'text', text: words(), ...marked }
  }

  function leaf(own: Mark[]): BlockJson {
    const marked = own.length > 0 ? { marks: own } : {}
    if (chance(50)) return { type: 'hard_break', ...marked }
    if (footnotes && chance(40))
      return { type: 'footnote_reference', attrs: { label: pick(['1', '2', 'note']) }, ...marked }
    return {
      type: 'image',
      attrs: {
        src: pick(['/storage/posts/a.webp', '/a b.png']),
        alt: pick(['', 'Loaves', 'a [b] *c*', '"x"', 'a\\b']),
        title: pick(TITLES),
      },
      ...marked,
    }
  }

  function inline(max = 5): BlockJson[] {
    const content: BlockJson[] = []
    let last: Mark[] = []
    for (let i = 1 + below(max); i > 0; i--) {
      const next = chance(10) ? leaf(chance(50) ? last : marks()) : run(last)
      last = (next.marks ?? []).filter(({ type }) => type !== 'code')
      content.push(next)
    }
    return content
  }

  const paragraph = (): BlockJson => ({ type: 'paragraph', content: inline() })

  function list(depth: number): BlockJson {
    const isTask = chance(20)
    const item = (): BlockJson => ({
      type: 'list_item',
      attrs: { checked: isTask ? chance(50) : null },
      content: [chance(90) || isTask ? paragraph() : block(depth + 1), ...(chance(35) ? [block(depth + 1)] : [])],
    })
    return chance(50)
      ? { type: 'bullet_list', content: some(1, 3, item) }
      : { type: 'ordered_list', attrs: { start: pick([1, 1, 1, 0, 7]) }, content: some(1, 3, item) }
  }

  function table(): BlockJson {
    const aligns = some(1, 3, () => pick([null, null, 'left', 'center', 'right']))
    const row = (type: string): BlockJson => ({
      type: 'table_row',
      content: aligns.map((align) => ({ type, attrs: { align }, ...(chance(85) ? { content: inline(2) } : {}) })),
    })
    return { type: 'table', content: [row('table_header'), ...some(0, 2, () => row('table_cell'))] }
  }

  function block(depth: number): BlockJson {
    const kind = below(100)
    if (kind < 50 || depth > 3) return paragraph()
    if (kind < 58) return { type: 'heading', attrs: { level: 2 + below(3) }, content: inline(3) }
    if (kind < 72) return list(depth)
    if (kind < 78) return { type: 'blockquote', content: some(1, 2, () => block(depth + 1)) }
    if (kind < 82)
      return {
        type: 'callout',
        attrs: { kind: pick(['note', 'tip', 'warning']) },
        content: some(1, 2, () => block(depth + 1)),
      }
    if (kind < 88) {
      const code = some(0, 4, () => pick(CODE_LINES)).join('\n')
      return {
        type: 'code_block',
        attrs: { language: pick(LANGUAGES) },
        ...(code ? { content: [{ type: 'text', text: code }] } : {}),
      }
    }
    if (kind < 94) return table()
    if (kind < 96) return { type: 'horizontal_rule' }
    if (footnotes && kind < 98 && depth === 0)
      return {
        type: 'footnote_definition',
        attrs: { label: pick(['1', '2', 'note']) },
        content: some(1, 2, () => block(depth + 2)),
      }
    return {
      type: 'figure',
      attrs: { src: '/storage/posts/a.webp', alt: pick(['', 'Loaves']), title: null },
      content: inline(2),
    }
  }

  return { random, inline, block: () => block(0), document: (): BlockJson[] => some(1, 4, () => block(0)) }
}
