import { Mark } from 'prosemirror-model'
import { normalizeAlt, normalizeTitle, normalizeUrl } from '#contract/normalize-block.ts'
import { type Item, isBlank, type ReadItems } from '#server/text/blocks/inline-items.ts'
import { createMark, createNode } from '#server/text/blocks/schema.ts'
import { type SourceText, UnsupportedSource } from '#server/text/blocks/source-text.ts'
import { leadingAttributes, trailingAttributes } from '#server/text/scan/attribute-list.ts'
import { decodeEntity } from '#server/text/scan/entities.ts'
import type { Token, Tokens } from './lexer.ts'
import { endsOfMarks, markOfTag } from './mark-tags.ts'
import type { StyleCounts } from './style.ts'

/** The parts of a text that are more than one character of the source: entities, and a line break with the blanks after it. */
const PARTS = /&(?:#\d{1,7}|#x[\da-f]{1,6}|\w+);|\n[ \t]*/gi

/** Reads the tokens of a text. Throws `UnsupportedSource` where they are not the text. */
export function readInline(tokens: readonly Token[], source: SourceText, styles: StyleCounts): ReadItems {
  const { text } = source
  const read: ReadItems = { source, items: [], from: [], to: [] }

  function add(item: Item, from: number, to: number): void {
    read.items.push(item)
    read.from.push(from)
    read.to.push(to)
  }
  const addLeaf = (leaf: Item['leaf'], from: number, raw: string, marks: readonly Mark[]) =>
    add({ character: '', leaf: leaf?.mark(marks) ?? null, marks }, from, from + raw.length)
  const addSource = (raw: string, from: number, marks: readonly Mark[]) =>
    addLeaf(createNode('source_inline', { text: raw }), from, raw, marks)

  function addCharacters(characters: string, from: number, marks: readonly Mark[]): void {
    for (let i = 0; i < characters.length; i++) {
      add({ character: characters[i] ?? '', leaf: null, marks }, from + i, from + i + 1)
    }
  }

  function addText(raw: string, from: number, marks: readonly Mark[]): void {
    let done = 0
    for (const { 0: found, index } of raw.matchAll(PARTS)) {
      let start = index
      // The blanks before a line break belong to it.
      while (found.startsWith('\n') && start > done && ' \t'.includes(raw[start - 1] ?? '.')) start--
      addCharacters(raw.slice(done, start), from + done, marks)
      done = index + found.length
      addPart(raw.slice(start, done), from + start, marks)
    }
    addCharacters(raw.slice(done), from + done, marks)
  }

  function addPart(raw: string, from: number, marks: readonly Mark[]): void {
    const shown = raw.startsWith('&') ? decodeEntity(raw) : ' '
    if (shown === undefined) addSource(raw, from, marks)
    for (const character of shown?.split('') ?? []) add({ character, leaf: null, marks }, from, from + raw.length)
  }

  function addCode({ raw, text: shown }: Tokens.Codespan, from: number, marks: readonly Mark[]): void {
    const fence = /^`+/.exec(raw)?.[0].length ?? 0
    const padding = (raw.length - 2 * fence - shown.length) / 2
    addCharacters(shown, from + fence + padding, createMark('code').addToSet(marks))
  }

  function addLink(token: Tokens.Link, from: number, marks: readonly Mark[]): void {
    const mark = createMark('link', { href: normalizeUrl(token.href), title: normalizeTitle(token.title ?? null) })
    const inner = mark.addToSet(marks)
    const label = token.tokens.map(({ raw }) => raw).join('')
    if (token.autolink) addCharacters(token.text, from + (token.raw.startsWith('<') ? 1 : 0), inner)
    // The lexer removes backslashes before brackets. An empty link has nothing that could carry its mark.
    else if (label === '' || !text.startsWith(label, from + 1)) addSource(token.raw, from, marks)
    else walk(token.tokens, from + 1, inner)
  }

  function addMarked(
    name: 'strong' | 'em' | 'strike',
    token: Tokens.Strong,
    from: number,
    marks: readonly Mark[],
  ): void {
    const delimiter = (token.raw.length - token.text.length) / 2
    if (name !== 'strike') styles.count(name === 'em' ? 'emphasis' : 'strong', token.raw.slice(0, delimiter))
    walk(token.tokens, from + delimiter, createMark(name).addToSet(marks))
  }

  function addImage(token: Tokens.Image, from: number, marks: readonly Mark[]): void {
    const alt = plainText(token.tokens, styles)
    const attrs = { src: normalizeUrl(token.href), title: normalizeTitle(token.title ?? null) }
    const leaf =
      alt === undefined
        ? createNode('source_inline', { text: token.raw })
        : createNode('image', { ...attrs, alt: normalizeAlt(alt) })
    addLeaf(leaf, from, token.raw, marks)
  }

  function addBreak(raw: string, from: number, marks: readonly Mark[]): void {
    if (raw.includes('\n')) styles.count('hardBreak', raw.startsWith('\\') ? '\\\n' : '  \n')
    addLeaf(createNode('hard_break'), from, raw, marks)
  }

  const readers: Readonly<Record<string, (token: Tokens.Generic, from: number, marks: readonly Mark[]) => void>> = {
    text: ({ raw }, from, marks) => addText(raw, from, marks),
    escape: ({ raw }, from, marks) => add({ character: raw.slice(1), leaf: null, marks }, from, from + raw.length),
    // Tokens of the lexer's own types: `Generic` is what they have in common.
    strong: (token, from, marks) => addMarked('strong', token as Tokens.Strong, from, marks),
    em: (token, from, marks) => addMarked('em', token as Tokens.Strong, from, marks),
    del: (token, from, marks) => addMarked('strike', token as Tokens.Strong, from, marks),
    codespan: (token, from, marks) => addCode(token as Tokens.Codespan, from, marks),
    link: (token, from, marks) => addLink(token as Tokens.Link, from, marks),
    image: (token, from, marks) => addImage(token as Tokens.Image, from, marks),
    br: ({ raw }, from, marks) => addBreak(raw, from, marks),
    html: ({ raw }, from, marks) =>
      /^<br\s*\/?>$/i.test(raw) ? addBreak(raw, from, marks) : addSource(raw, from, marks),
    footnoteReference: ({ raw, label }, from, marks) =>
      addLeaf(createNode('footnote_reference', { label }), from, raw, marks),
    opaqueInline: ({ raw }, from, marks) => addSource(raw, from, marks),
  }

  function walk(inner: readonly Token[], from: number, marks: readonly Mark[]): void {
    const ends = inner.length > 2 ? endsOfMarks(inner) : undefined
    let at = from
    for (let i = 0; i < inner.length; i++) {
      const token = inner[i]
      if (!token || !text.startsWith(token.raw, at)) throw new UnsupportedSource()
      const read = readers[token.type]
      if (!read) throw new UnsupportedSource()
      const end = ends?.get(i)
      const mark = end && markOfTag(token.raw)
      if (mark && !mark.isInSet(marks)) {
        walk(inner.slice(i + 1, end), at + token.raw.length, mark.addToSet(marks))
        for (; i < end; i++) at += inner[i]?.raw.length ?? 0
        at += inner[end]?.raw.length ?? 0
      } else {
        const list = isBeforeAttributes(inner[i - 1]) && token.type === 'text' ? leadingAttributes(token.raw)?.raw : ''
        if (list) addSource(list, at, marks)
        if (list) addText(token.raw.slice(list.length), at + list.length, marks)
        else read(token as Tokens.Generic, at, marks)
        at += token.raw.length
      }
    }
  }

  walk(tokens, 0, Mark.none)
  return withoutBlanksAtEnds(read)
}

const isBeforeAttributes = (token: Token | undefined) => token?.type === 'image' || token?.type === 'link'

/** The tokens of a heading, with the attributes at its end as source. */
export function withAttributes(tokens: readonly Token[]): readonly Token[] {
  const last = tokens.at(-1)
  const before = last?.type === 'text' ? trailingAttributes(last.raw)?.before : undefined
  if (!last || before === undefined) return tokens
  const start = last.raw.lastIndexOf('{')
  const text = { ...last, raw: last.raw.slice(0, start) }
  return [...tokens.slice(0, -1), ...(start > 0 ? [text] : []), { type: 'opaqueInline', raw: last.raw.slice(start) }]
}

function withoutBlanksAtEnds({ source, items, from, to }: ReadItems): ReadItems {
  const isText = (item: Item) => !isBlank(item)
  const first = items.findIndex(isText)
  if (first === -1) return { source, items: [], from: [], to: [] }
  const end = items.findLastIndex(isText) + 1
  return { source, items: items.slice(first, end), from: from.slice(first, end), to: to.slice(first, end) }
}

/** The description of an image; `undefined` when it has more than text. */
function plainText(tokens: readonly Token[], styles: StyleCounts): string | undefined {
  const text = tokens.map(({ raw }) => raw).join('')
  const { items } = readInline(tokens, { text, at: new Uint32Array(text.length + 1) }, styles)
  return items.some(({ leaf }) => leaf) ? undefined : items.map(({ character }) => character).join('')
}
