import { type MarkedExtension, type Token, type Tokens, walkTokens } from 'marked'
import {
  type AttributeList,
  attributeList,
  leadingAttributes,
  trailingAttributes,
} from '#server/text/scan/attribute-list.ts'
import { missingEnds } from '#server/text/scan/opaque-blocks.ts'

/** A heading with the id that its author chose, and an image with its size. */
export type WithAttributes = { attributes?: AttributeList }

const LINE = /^ {0,3}(\{:[^{}\n]*\})[ \t]*(?:\n|$)/
/** kramdown's place for a table of contents, with the list item that stands for it. */
const CONTENTS = /^ {0,3}(?:[-*+]|\d\.)[ \t][^\n]{0,100}\n {0,3}\{:[ \t]*toc[ \t]*\}[ \t]*(?:\n|$)/

/** Attribute lists of kramdown: `{: .class #id}` on a line or behind an element. They are not shown. */
export const kramdownAttributes: MarkedExtension = {
  extensions: [
    {
      name: 'markdownElement',
      level: 'block',
      start: (source) => lineStart(source, '\n<'),
      tokenizer(source) {
        const found = markdownElement(source, missingEnds(this.lexer))
        return found && { type: 'markdownElement', ...found, tokens: this.lexer.blockTokens(`${found.inside}\n`, []) }
      },
      renderer({ opening, name, tokens }) {
        return `${opening}\n${this.parser.parse(tokens ?? [])}</${name}>\n`
      },
    },
    {
      name: 'attributes',
      level: 'block',
      start: (source) => lineStart(source, '\n{:'),
      tokenizer(source) {
        const [raw] = CONTENTS.exec(source) ?? LINE.exec(source) ?? []
        return raw ? { type: 'attributes', raw } : undefined
      },
      renderer: () => '',
    },
    {
      name: 'inlineAttributes',
      level: 'inline',
      start: (source) => source.indexOf('{:'),
      tokenizer(source) {
        const [raw] = /^\{:[^{}\n]{0,300}\}/.exec(source) ?? []
        return raw ? { type: 'inlineAttributes', raw } : undefined
      },
      renderer: () => '',
    },
  ],
}

/** `<div markdown="1">`: what is in the element is Markdown. */
const OPENING = /^ {0,3}<(div|section|article|aside|figure|blockquote|center|details)\b([^<>\n]{0,500})>/i
const IS_MARKDOWN = /(?<=\s)markdown(?:\s{0,9}=\s{0,9}["']?(?:1|block|span)["']?)?(?=\s|$)/i
const TAG = /<(\/?)(div|section|article|aside|figure|blockquote|center|details)\b[^<>]{0,2000}>/gi
/** Each search for an end reads the rest of the text. */
const SEARCHES_MAX = 200

function markdownElement(source: string, missing: Set<string>) {
  const [start = '', name = '', attributes = ''] = OPENING.exec(source) ?? []
  if (start === '' || !IS_MARKDOWN.test(attributes) || missing.size > SEARCHES_MAX) return undefined
  missing.add(`markdown element ${missing.size}`)
  let depth = 1
  for (const tag of source.slice(start.length).matchAll(TAG)) {
    if (tag[2]?.toLowerCase() !== name.toLowerCase()) continue
    depth += tag[1] === '/' ? -1 : 1
    if (depth > 0) continue
    const end = start.length + tag.index
    const lines = source.slice(start.length, end).split('\n')
    const inside = lines.map((line) => line.replace(/^ {1,3}(?=\S)/, '')).join('\n')
    const opening = `<${name}${attributes.replace(IS_MARKDOWN, '')}>`
    return { raw: source.slice(0, end + tag[0].length), name, opening, inside: inside.trim() }
  }
  return undefined
}

function lineStart(source: string, mark: string): number | undefined {
  const at = source.indexOf(mark)
  return at === -1 ? undefined : at + 1
}

/** Takes attribute lists out of the text behind headings and images, and gives them to these. */
export function applyAttributes(tokens: Token[]): void {
  applyIn(tokens)
  walkTokens(tokens, (token) => {
    if (token.type === 'heading') applyToHeading(token as Tokens.Heading)
    if ('tokens' in token && token.tokens) applyIn(token.tokens)
  })
}

function applyIn(tokens: Token[]): void {
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1]
    if (token.type === 'heading' && next?.type === 'attributes') assign(token, attributeList(between(next.raw)))
    if (token.type !== 'image' && token.type !== 'link') continue
    if (next?.type === 'inlineAttributes') assign(token, attributeList(between(next.raw)))
    if (next?.type === 'text' && next.raw.startsWith('{')) applyText(token, next as Tokens.Text)
  }
}

const between = (raw: string) => raw.slice(raw.indexOf('{') + 1, raw.lastIndexOf('}'))

function applyText(token: Token, text: Tokens.Text): void {
  // An entity is never a part of it.
  const found = leadingAttributes(text.raw)
  if (!found || !text.text.startsWith(found.raw)) return
  assign(token, found.list)
  text.text = text.text.slice(found.raw.length)
}

function applyToHeading(heading: Tokens.Heading): void {
  const last = heading.tokens.at(-1)
  const found = last?.type === 'text' ? trailingAttributes(last.raw) : undefined
  if (!found || last?.type !== 'text') return
  assign(heading, found.list)
  last.text = found.before
}

const assign = (token: Token, attributes: AttributeList | undefined) =>
  attributes && Object.assign(token, { attributes })
