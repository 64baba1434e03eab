import type { Pair, ParsedNode, YAMLMap, YAMLSeq } from 'yaml'

/** Characters of a text from `start` to `end` give way to `text`. */
export type Edit = { start: number; end: number; text: string }
export type ParsedPair = Pair<ParsedNode, ParsedNode | null>
type Span = { start: number; end: number }

/** The text with all edits done; they must not overlap. Of two at the same place the first comes first. */
export function applied(text: string, edits: readonly Edit[]): string {
  let result = ''
  let at = 0
  for (const { start, end, text: put } of edits.toSorted((one, other) => one.start - other.start)) {
    result += text.slice(at, start) + put
    at = end
  }
  return result + text.slice(at)
}

export const columnOf = (text: string, index: number) => index - lineStart(text, index)
export const lineStart = (text: string, index: number) => text.lastIndexOf('\n', index - 1) + 1

/** The index behind the line break of the line that `index` stands on. */
export function lineEnd(text: string, index: number): number {
  const lineBreak = text.indexOf('\n', index)
  return lineBreak === -1 ? text.length : lineBreak + 1
}

/** Where the key and value of a pair stand. */
export const extent = ({ key, value }: ParsedPair): Span => ({
  start: key.range[0],
  end: Math.max(key.range[1], value?.range[1] ?? 0),
})

/** Takes entries `from` … `to` out of a flow list or map, with the comma that they leave over. One entry at least must stay. */
export function flowRemoval(spans: readonly Span[], from: number, to: number): Edit {
  const last = spans[to - 1]?.end ?? 0
  const before = spans[from - 1]
  if (before) return { start: before.end, end: last, text: '' }
  return { start: spans[from]?.start ?? 0, end: spans[to]?.start ?? last, text: '' }
}

/** Where the entries of a flow list or map stand. */
export const flowSpans = (entries: YAMLSeq.Parsed['items'] | YAMLMap.Parsed['items']): Span[] =>
  entries.map((entry) =>
    'range' in entry ? { start: entry.range[0], end: entry.range[1] } : extent(entry as ParsedPair),
  )
