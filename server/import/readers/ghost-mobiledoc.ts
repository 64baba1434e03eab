import { cardHtml, type ReportChange } from './ghost-cards.ts'
import { fieldsOf, listOf, parsedJson, textOf } from './ghost-json.ts'
import { isMarkdown, markdownText } from './ghost-markdown.ts'
import { createHtmlText, escaped, type HtmlText } from './ghost-text.ts'

const MARKUPS = new Set(['a', 'b', 'strong', 'i', 'em', 'u', 's', 'del', 'code', 'sub', 'sup', 'mark'])
const OPEN_MAX = 20
const PARAGRAPHS: Readonly<Record<string, readonly [string, string]>> = {
  ...Object.fromEntries(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, [`<${tag}>`, `</${tag}>`]])),
  blockquote: ['<blockquote><p>', '</p></blockquote>'],
  'pull-quote': ['<blockquote><p>', '</p></blockquote>'],
  aside: ['<blockquote><p>', '</p></blockquote>'],
}

type Document = {
  markups: readonly unknown[]
  atoms: readonly unknown[]
  cards: readonly unknown[]
  html: HtmlText
  /** Nothing is formatted, and the text is Markdown. */
  isMarkdown: boolean
  change: ReportChange
}

/** Kinds of sections and of pieces of a text, as the format numbers them. */
const SECTION = { text: 1, image: 2, list: 3, card: 10 }
const ATOM = 1

/** Returns a text of Ghost 1 to 4 as HTML; undefined for what is none. */
export function mobiledocHtml(json: string, change: ReportChange): string | undefined {
  const { sections, markups, atoms, cards } = fieldsOf(parsedJson(json))
  if (!Array.isArray(sections)) return undefined
  const html = createHtmlText()
  const isWritten = listOf(markups).length === 0 && isMarkdown(JSON.stringify(sections))
  if (isWritten) change('Markdown in a text without formatting was read as Markdown')
  const document: Document = {
    markups: listOf(markups),
    atoms: listOf(atoms),
    cards: listOf(cards),
    html,
    isMarkdown: isWritten,
    change,
  }
  for (const section of sections) addSection(listOf(section), document)
  return html.text()
}

function addSection([kind, value, content]: readonly unknown[], document: Document): void {
  const { html, cards, change } = document
  if (kind === SECTION.image) html.add(cardHtml('image', { src: value }, change))
  if (kind === SECTION.text) addText(textOf(value).toLowerCase(), content, document)
  if (kind === SECTION.list) addList(value === 'ol' ? 'ol' : 'ul', content, document)
  if (kind === SECTION.card) {
    const [name, card] = listOf(cards[Number(value)])
    if (name !== undefined) html.add(cardHtml(textOf(name), fieldsOf(card), change))
  }
}

function addText(tag: string, markers: unknown, document: Document): void {
  const { html } = document
  if (document.isMarkdown && tag === 'p') {
    html.add(markdownText(plainText(markers, document), false))
    return
  }
  const [start, end] = (Object.hasOwn(PARAGRAPHS, tag) && PARAGRAPHS[tag]) || ['<p>', '</p>']
  html.add(start)
  if (document.isMarkdown) html.add(markdownText(plainText(markers, document), true))
  else addMarkers(markers, document)
  html.add(end)
}

function addList(tag: 'ol' | 'ul', items: unknown, document: Document): void {
  const { html } = document
  html.add(`<${tag}>`)
  for (const item of listOf(items)) {
    html.add('<li>')
    if (document.isMarkdown) html.add(markdownText(plainText(item, document), false))
    else addMarkers(item, document)
    html.add('</li>')
  }
  html.add(`</${tag}>`)
}

const plainText = (markers: unknown, { atoms }: Document): string =>
  listOf(markers)
    .map((marker) => {
      const [kind, , , value] = listOf(marker)
      if (kind !== ATOM) return textOf(value)
      const [name, text] = listOf(atoms[Number(value)])
      return name === 'soft-return' ? '  \n' : textOf(text)
    })
    .join('')

/** Each piece opens markups by their number, and closes the last ones. */
function addMarkers(markers: unknown, { markups, atoms, html }: Document): void {
  const open: string[] = []
  for (const marker of listOf(markers)) {
    const [kind, opened, closed, value] = listOf(marker)
    for (const number of listOf(opened)) {
      const [tag, start] = markupOf(markups[Number(number)])
      open.push(tag)
      if (open.length <= OPEN_MAX) html.add(start)
    }
    html.add(kind === ATOM ? atomHtml(atoms[Number(value)]) : escaped(textOf(value)))
    for (let left = Number(closed); left > 0 && open.length > 0; left--) close()
  }
  while (open.length > 0) close()

  function close(): void {
    const isWritten = open.length <= OPEN_MAX
    const tag = open.pop()
    if (tag && isWritten) html.add(`</${tag}>`)
  }
}

function markupOf(markup: unknown): [tag: string, start: string] {
  const [name, attributes] = listOf(markup)
  const tag = textOf(name).toLowerCase()
  if (!MARKUPS.has(tag)) return ['span', '<span>']
  const values = listOf(attributes)
  const href = textOf(values[values.indexOf('href') + 1])
  return [tag, tag === 'a' && values.includes('href') ? `<a href="${escaped(href)}">` : `<${tag}>`]
}

function atomHtml(atom: unknown): string {
  const [name, text] = listOf(atom)
  return name === 'soft-return' ? '<br>' : escaped(textOf(text))
}
