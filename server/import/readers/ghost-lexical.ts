import { UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'
import { cardHtml, type ReportChange } from './ghost-cards.ts'
import { type Fields, fieldsOf, listOf, parsedJson, textOf } from './ghost-json.ts'
import { createHtmlText, escaped, type HtmlText } from './ghost-text.ts'

const DEPTH_MAX = 60
/** The formats of a text are bits, outermost first. */
const FORMATS: readonly (readonly [bit: number, tag: string])[] = [
  ...([
    [1, 'strong'],
    [2, 'em'],
    [4, 's'],
    [8, 'u'],
  ] as const),
  ...([
    [32, 'sub'],
    [64, 'sup'],
    [128, 'mark'],
    [16, 'code'],
  ] as const),
]
const TEXTS = new Set(['text', 'extended-text', 'tk', 'code-highlight'])
const LINKS = new Set(['link', 'autolink', 'at-link'])
/** Of what holds text or blocks: the tags around it. */
const ELEMENTS: Readonly<Record<string, readonly [string, string]>> = {
  root: ['', ''],
  paragraph: ['<p>', '</p>'],
  quote: ['<blockquote><p>', '</p></blockquote>'],
  'extended-quote': ['<blockquote><p>', '</p></blockquote>'],
  aside: ['<blockquote><p>', '</p></blockquote>'],
}
/** What the editor shows only while a user writes. */
const INVISIBLE = new Set(['zwnj', 'at-link-search'])

type Writing = { html: HtmlText; change: ReportChange }

/** Returns a text of Ghost 5 as HTML; undefined for what is none. Throws `UnrenderableContentError` for hostile depth. */
export function lexicalHtml(json: string, change: ReportChange): string | undefined {
  const { root } = fieldsOf(parsedJson(json))
  if (!Array.isArray(fieldsOf(root).children)) return undefined
  const html = createHtmlText()
  addNode(fieldsOf(root), { html, change }, 0)
  return html.text()
}

function addNode(node: Fields, writing: Writing, depth: number): void {
  const { html, change } = writing
  if (depth > DEPTH_MAX) throw new UnrenderableContentError('This text is nested too deeply to be shown.')
  const type = textOf(node.type)
  const inside = () => {
    for (const child of listOf(node.children)) addNode(fieldsOf(child), writing, depth + 1)
  }
  if (TEXTS.has(type)) html.add(formatted(node))
  else if (type === 'linebreak') html.add('<br>')
  else if (type === 'tab') html.add(' ')
  else if (type === 'list') addList(node, writing, depth)
  else if (type === 'heading' || type === 'extended-heading') {
    const tag = /^h[1-6]$/.exec(textOf(node.tag))?.[0] ?? 'h2'
    wrap(`<${tag}>`, `</${tag}>`)
  } else if (LINKS.has(type)) wrap(`<a href="${escaped(textOf(node.url))}">`, '</a>')
  else if (Object.hasOwn(ELEMENTS, type)) wrap(...(ELEMENTS[type] ?? ['', '']))
  else if (Array.isArray(node.children)) inside()
  else if (!INVISIBLE.has(type)) html.add(cardHtml(type, node, change))

  function wrap(start: string, end: string): void {
    html.add(start)
    inside()
    html.add(end)
  }
}

/** A list in a list is the only child of an item of its own, and belongs to the item before it. */
function addList(node: Fields, writing: Writing, depth: number): void {
  const { html } = writing
  const isNumbered = node.listType === 'number' || node.tag === 'ol'
  const start = typeof node.start === 'number' && node.start > 1 ? ` start="${Math.floor(node.start)}"` : ''
  html.add(isNumbered ? `<ol${start}>` : '<ul>')
  let isOpen = false
  for (const child of listOf(node.children)) {
    const item = fieldsOf(child)
    const [first] = listOf(item.children)
    const isNested = fieldsOf(first).type === 'list'
    if (!isOpen || !isNested) {
      html.add(isOpen ? '</li><li>' : '<li>')
      isOpen = true
    }
    if (node.listType === 'check' && !isNested)
      html.add(`<input type="checkbox"${item.checked === true ? ' checked' : ''}>`)
    for (const one of listOf(item.children)) addNode(fieldsOf(one), writing, depth + 2)
  }
  html.add(`${isOpen ? '</li>' : ''}${isNumbered ? '</ol>' : '</ul>'}`)
}

function formatted({ text, format }: Fields): string {
  const bits = typeof format === 'number' ? format : 0
  const tags = FORMATS.filter(([bit]) => (bits & bit) !== 0).map(([, tag]) => tag)
  const start = tags.map((tag) => `<${tag}>`).join('')
  const end = tags.toReversed().map((tag) => `</${tag}>`)
  return start + escaped(textOf(text)) + end.join('')
}
