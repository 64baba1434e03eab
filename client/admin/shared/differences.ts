import { diffIndices } from 'node-diff3'

/** `before` from `from` to `to` is `after` from `start` to `end`. */
export type Difference = { from: number; to: number; start: number; end: number }

/** The comparison takes quadratic time in the number of pieces. */
export const PIECES_MAX = 4000

export const wordsOf = (text: string) => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []
export const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+/g) ?? []

/** Where two lists differ, in their order. */
export function differences(before: readonly string[], after: readonly string[]): Difference[] {
  const shorter = Math.min(before.length, after.length)
  let first = 0
  while (first < shorter && before[first] === after[first]) first++
  let same = 0
  while (same < shorter - first && before.at(-1 - same) === after.at(-1 - same)) same++
  const old = before.slice(first, before.length - same)
  const next = after.slice(first, after.length - same)
  if (old.length === 0 && next.length === 0) return []
  if (Math.max(old.length, next.length) > PIECES_MAX)
    return [{ from: first, to: first + old.length, start: first, end: first + next.length }]
  return diffIndices(old, next).map(({ buffer1: [from, size], buffer2: [start, length] }) => ({
    from: first + from,
    to: first + from + size,
    start: first + start,
    end: first + start + length,
  }))
}

/** Where two texts differ, in characters: by line, and within lines by word. */
export function textDifferences(before: string, after: string): Difference[] {
  return within({ before, after }, linesOf).flatMap((line) => {
    const words = within(
      { before: before.slice(line.from, line.to), after: after.slice(line.start, line.end) },
      wordsOf,
    )
    return words.map(({ from, to, start, end }) => ({
      from: line.from + from,
      to: line.from + to,
      start: line.start + start,
      end: line.start + end,
    }))
  })
}

function within(texts: { before: string; after: string }, split: (text: string) => string[]): Difference[] {
  const [old, next] = [split(texts.before), split(texts.after)]
  const [oldStarts, nextStarts] = [startsOf(old), startsOf(next)]
  return differences(old, next).map(({ from, to, start, end }) => ({
    from: oldStarts[from] ?? 0,
    to: oldStarts[to] ?? 0,
    start: nextStarts[start] ?? 0,
    end: nextStarts[end] ?? 0,
  }))
}

/** The offset of each piece, and the length of all. */
function startsOf(pieces: readonly string[]): number[] {
  const starts = [0]
  for (const { length } of pieces) starts.push((starts.at(-1) ?? 0) + length)
  return starts
}
