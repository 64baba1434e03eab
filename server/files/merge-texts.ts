import { diff3Merge } from 'node-diff3'

/** A text with more lines is not merged: finding what they share would take seconds. */
const LINES_MAX = 20_000

/** A stretch that both sides changed, each in its own way. */
export type Overlap = { base: string; mine: string; theirs: string }
export type Merged = { text: string; overlaps: readonly Overlap[] }

/**
 * Merges two changes of one text, line by line; the same change made twice is one. Where they overlap, `text` holds mine
 * and the overlap is told. Line ends belong to their lines, so every byte comes from one of the three.
 */
export function mergeTexts(base: string, mine: string, theirs: string): Merged {
  if (mine === theirs || theirs === base) return { text: mine, overlaps: [] }
  if (mine === base) return { text: theirs, overlaps: [] }
  const [b, m, t] = [linesOf(base), linesOf(mine), linesOf(theirs)]
  if (Math.max(b.length, m.length, t.length) > LINES_MAX) return { text: mine, overlaps: [{ base, mine, theirs }] }
  const overlaps: Overlap[] = []
  const parts = diff3Merge(m, b, t, { excludeFalseConflicts: true }).map((part) => {
    if (part.ok) return part.ok.join('')
    const { a = [], o = [], b = [] } = part.conflict ?? {}
    overlaps.push({ base: o.join(''), mine: a.join(''), theirs: b.join('') })
    return a.join('')
  })
  return { text: parts.join(''), overlaps }
}

const linesOf = (text: string) => text.split(/(?<=\n)/)
