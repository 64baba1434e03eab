import type { Mark } from 'prosemirror-model'
import { createMark, type MarkName } from '#server/text/blocks/schema.ts'
import type { Token } from './lexer.ts'

/** Tags that mean the same as a mark of Markdown. They are written where its delimiters would be read as text. */
const MARKS: ReadonlyMap<string, MarkName> = new Map([
  ...(['strong', 'b'] as const).map((name) => [name, 'strong'] as const),
  ...(['em', 'i'] as const).map((name) => [name, 'em'] as const),
  ...(['del', 's'] as const).map((name) => [name, 'strike'] as const),
  ['code', 'code'],
])
const TAG = /^<(\/?)(strong|b|em|i|del|s|code)>$/
/** The lexer reads each of thousands of tags without an end. */
const OPEN_MAX = 20

export function inTags({ type }: Mark, inner: string): string {
  const name = type.name === 'strike' ? 'del' : type.name
  return `<${name}>${inner}</${name}>`
}

/** Text between tags of code is Markdown. */
export const codeInTags = (text: string): string =>
  `<code>${text.replace(/[!-/:-@[-`{-~]|^ | $/g, (character) => `&#${character.charCodeAt(0)};`)}</code>`

export function markOfTag(raw: string): Mark | undefined {
  const [, closing, name = ''] = TAG.exec(raw) ?? []
  const mark = MARKS.get(name)
  return mark && closing === '' ? createMark(mark) : undefined
}

/** The index of the end tag for each start tag of a mark. Between them is a text without blanks at its ends. */
export function endsOfMarks(tokens: readonly Token[]): Map<number, number> {
  const ends = new Map<number, number>()
  const open: { name: string; index: number }[] = []
  tokens.forEach(({ type, raw }, index) => {
    const [, closing, name = ''] = type === 'html' || type === 'opaqueInline' ? (TAG.exec(raw) ?? []) : []
    if (closing === '') open.push({ name, index })
    if (open.length > OPEN_MAX) open.shift()
    if (!closing) return
    const start = open.findLastIndex((one) => one.name === name)
    const [opened] = start === -1 ? [] : open.splice(start)
    if (opened && isMarkable(name, tokens, opened.index + 1, index - 1)) ends.set(opened.index, index)
  })
  return ends
}

function isMarkable(name: string, tokens: readonly Token[], from: number, to: number): boolean {
  const first = tokens[from]?.raw ?? ''
  if (name === 'code') return from === to && tokens[from]?.type === 'text' && CODE.test(first)
  return from <= to && !/^(?:\s|<br|\\\n)/i.test(first) && !/\s$|^<br/i.test(tokens[to]?.raw ?? '')
}

/** As the page shows it: without tags, and with entities that every reader knows. */
const CODE = /^(?!\s)(?:[^<&]|&(?:#\d{1,7}|lt|gt|amp|quot);)+(?<!\s)$/
