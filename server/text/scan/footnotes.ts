import { lineEnd } from './lines.ts'

/** `[^1]: text` and its further lines. `text`: without the label and the indents. */
export type FootnoteDefinition = { raw: string; label: string; text: string }

const LABEL = /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*/
const REFERENCE = /^\[\^([^\]\s]{1,100})\]/
const INDENT = /^(?: {4}|\t| {2,3}(?! ))/
/** Ends a paragraph, so it neither continues a footnote nor is a term. */
export const STARTS_BLOCK = /^ {0,3}(?:#{1,6}\s|>|[-*+][ \t]|\d{1,9}[.)][ \t]|```|~~~|<|\{|\[\^|:::|\$\$|\|)/

/** Reads the definition of a footnote at the start of a text whose line breaks are `\n`. */
export function footnoteDefinition(source: string): FootnoteDefinition | undefined {
  const [start, label] = LABEL.exec(source) ?? []
  if (!start || !label) return undefined
  const raw = source.slice(0, endOf(source))
  const text = raw.slice(start.length).split('\n').map(withoutIndent).join('\n').trimEnd()
  return { raw, label, text }
}

/** Reads `[^1]` at the start of a text. */
export function footnoteReference(source: string): { raw: string; label: string } | undefined {
  const [raw, label] = REFERENCE.exec(source) ?? []
  return raw && label ? { raw, label } : undefined
}

const NOTE_MAX_CHARACTERS = 1_000
/** Of brackets in brackets, so that many notes without an end stay cheap. */
const NOTE_DEPTH_MAX = 8

/**
 * Reads Pandoc's `^[a note]` at the start of a text; its text may have balanced brackets, code and links. Neither a number nor the text of a
 * link is a note.
 */
export function inlineNote(source: string): { raw: string; text: string } | undefined {
  if (!source.startsWith('^[')) return undefined
  const [paragraph = ''] = source.slice(0, NOTE_MAX_CHARACTERS).split(/\n[ \t]*\n/, 1)
  let depth = 0
  for (const { 0: found, index } of paragraph.matchAll(NOTE_PART)) {
    if (found === '[') depth++
    else if (found === ']') depth--
    if (depth > NOTE_DEPTH_MAX) return undefined
    if (depth > 0) continue
    const text = paragraph.slice(2, index).trim()
    const isNote = /\p{L}/u.test(text) && !/[([]/.test(source[index + 1] ?? '')
    return isNote ? { raw: source.slice(0, index + 1), text } : undefined
  }
  return undefined
}

/** The text with what `put` returns for the words of each note. */
export function replaceNotes(text: string, put: (words: string) => string): string {
  let result = ''
  let copied = 0
  for (let at = text.indexOf('^['); at !== -1; at = text.indexOf('^[', at + 1)) {
    const note =
      at < copied || /[\\[]/.test(text[at - 1] ?? '') ? undefined : inlineNote(text.slice(at, at + NOTE_MAX_CHARACTERS))
    if (!note) continue
    result += text.slice(copied, at) + put(note.text)
    copied = at + note.raw.length
  }
  return result + text.slice(copied)
}

/** An escape, code or a bracket. */
const NOTE_PART = /\\.|`[^`\n]*`|[[\]]/g

/** Lines with an indent belong to the definition, and lines that continue its paragraph. Reads no further, so many definitions stay cheap. */
function endOf(source: string): number {
  let end = lineEnd(source, 0)
  for (let at = end; at < source.length; ) {
    const next = lineEnd(source, at + 1)
    const line = source.slice(at + 1, next)
    const continues = at === end && !STARTS_BLOCK.test(line)
    if (line.trim() !== '') {
      if (!INDENT.test(line) && !continues) break
      end = next
    }
    at = next
  }
  return end
}

const withoutIndent = (line: string, index: number) => (index === 0 ? line : line.replace(INDENT, ''))
