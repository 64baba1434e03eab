import { type MarkedExtension, type Token, type Tokens, walkTokens } from 'marked'
import {
  type AttributeList,
  attributeList,
  leadingAttributes,
  trailingAttributes,
} from '#server/text/scan/attribute-list.ts'

/** A heading with the id that its author chose, and an image with its size. */
export type WithAttributes = { attributes?: AttributeList }

const LINE = /^ {0,3}(\{:[^{}\n]*\})[ \t]*(?:\n|$)/
/** kramdown's place for a table of contents, with the list item that stands for it. */
const CONTENTS = /^ {0,3}(?:[-*+]|\d\.)[ \t][^\n]{0,100}\n {0,3}\{:[ \t]*toc[ \t]*\}[ \t]*(?:\n|$)/

/** Attribute lists of kramdown: `{: .class #id}` on a line or behind an element. They are not shown. */
export const kramdownAttributes: MarkedExtension = {
  extensions: [
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
