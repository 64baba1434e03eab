import { applyEdits, inOrder } from '#server/text/scan/apply-edits.ts'
import { lineEnd } from '#server/text/scan/lines.ts'

/**
 * A part of a file as its container shows it: without the `> ` or the indent before each line. `at[i]` is the offset of
 * `text[i]` in the file, `at[text.length]` where the text ends.
 */
export type SourceText = { text: string; at: Uint32Array }

/** Source that the visual editor cannot show. Its block becomes a source block. */
export class UnsupportedSource extends Error {}

export const wholeText = (text: string): SourceText => ({
  text,
  at: Uint32Array.from({ length: text.length + 1 }, (_, i) => i),
})

export const part = ({ text, at }: SourceText, from: number, to: number): SourceText => ({
  text: text.slice(from, to),
  at: at.subarray(from, to + 1),
})

export const startOf = ({ at }: SourceText): number => at[0] ?? 0
export const endOf = ({ at }: SourceText): number => at.at(-1) ?? 0

/** Without the white space at its end and the blank lines before it. */
export function withoutBlankEnds(source: SourceText): SourceText {
  const blank = /^(?:[ \t]*\n)*/.exec(source.text)?.[0].length ?? 0
  return part(source, blank, Math.max(blank, source.text.trimEnd().length))
}

/**
 * Finds `text`, which the lexer made of `source` by removing the beginning of each line. Throws `UnsupportedSource` where a
 * line is not the end of its line in the source.
 */
export function locate(text: string, source: SourceText): SourceText {
  const at = new Uint32Array(text.length + 1)
  let textLine = 0
  let sourceLine = 0
  for (;;) {
    const textEnd = lineEnd(text, textLine)
    const sourceEnd = lineEnd(source.text, sourceLine)
    const line = text.slice(textLine, textEnd)
    const found = findAtEnd(line, source.text.slice(sourceLine, sourceEnd))
    for (let i = 0; i <= line.length; i++) {
      // The lexer expands tabs to spaces at the beginning of a line: all are at the first other character.
      at[textLine + i] = source.at[Math.min(sourceLine + found.index + Math.max(0, i - found.expanded), sourceEnd)] ?? 0
    }
    if (textEnd === text.length) return { text, at }
    if (sourceEnd === source.text.length) throw new UnsupportedSource()
    textLine = textEnd + 1
    sourceLine = sourceEnd + 1
  }
}

function findAtEnd(line: string, sourceLine: string): { index: number; expanded: number } {
  if (sourceLine.endsWith(line)) return { index: sourceLine.length - line.length, expanded: 0 }
  const trimmed = sourceLine.trimEnd()
  if (trimmed.endsWith(line)) return { index: trimmed.length - line.length, expanded: 0 }
  // The source of a block has no blanks at its end, but the lexer's text of it has.
  const ended = line.trimEnd()
  if (ended !== '' && sourceLine.endsWith(ended)) return { index: sourceLine.length - ended.length, expanded: 0 }
  const bare = line.trimStart()
  if (!sourceLine.endsWith(bare)) throw new UnsupportedSource()
  return { index: sourceLine.length - bare.length, expanded: line.length - bare.length }
}

/** A replacement in a text. */
export type Edit = { from: number; to: number; insert: string }

/** A file with `\n` as line ends, and the way back to its own. */
export type LineEnds = { text: string; apply: (edits: readonly Edit[]) => string }

/** Reads any line ends. `apply` edits the file itself, with its most frequent line end in what is new. */
export function withUnixLineEnds(file: string): LineEnds {
  if (!file.includes('\r')) return { text: file, apply: (edits) => applyDisjoint(file, edits) }
  const text = file.replace(/\r\n?/g, '\n')
  const offsets = offsetsIn(file)
  const lineEnd = prevailingLineEnd(file)
  const inFile = ({ from, to, insert }: Edit): Edit => ({
    from: offsets[from] ?? 0,
    to: offsets[to] ?? 0,
    insert: insert.replaceAll('\n', lineEnd),
  })
  return { text, apply: (edits) => applyDisjoint(file, edits.map(inFile)) }
}

/** For each character of the text with `\n`, its offset in the file. */
function offsetsIn(file: string): number[] {
  const offsets: number[] = []
  for (let i = 0; i < file.length; i++) {
    offsets.push(i)
    if (file[i] === '\r' && file[i + 1] === '\n') i++
  }
  offsets.push(file.length)
  return offsets
}

function prevailingLineEnd(file: string): string {
  const windows = file.match(/\r\n/g)?.length ?? 0
  const unix = (file.match(/\n/g)?.length ?? 0) - windows
  const old = (file.match(/\r/g)?.length ?? 0) - windows
  if (windows >= unix && windows >= old) return '\r\n'
  return unix >= old ? '\n' : '\r'
}

export class OverlappingEdits extends Error {}

/** Throws `OverlappingEdits`. */
export function applyDisjoint(text: string, edits: readonly Edit[]): string {
  const found = inOrder(edits.map(({ from, to, insert }) => ({ start: from, end: to, text: insert })))
  if (found.some(({ start, end }, at) => end < start || start < (found[at - 1]?.end ?? 0))) throw new OverlappingEdits()
  return applyEdits(text, found)
}
