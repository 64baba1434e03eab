import { diff3Merge } from 'node-diff3'

/** A text with more lines is not merged: finding what they share would take seconds. */
const LINES_MAX = 20_000

/** A stretch that both sides changed, each in its own way. */
export type Overlap = { base: string; mine: string; theirs: string }
export type Merged = {
  text: string
  overlaps: readonly Overlap[]
  /** The text before, between and behind the overlaps: one more than there are overlaps. */
  around: readonly string[]
}

/**
 * Merges two changes of one text, line by line; the same change made twice is one. Where they overlap, `text` holds mine
 * and the overlap is told. Line ends belong to their lines, so every byte comes from one of the three.
 */
export function mergeTexts(base: string, mine: string, theirs: string): Merged {
  if (mine === theirs || theirs === base) return { text: mine, overlaps: [], around: [mine] }
  if (mine === base) return { text: theirs, overlaps: [], around: [theirs] }
  const [b, m, t] = [linesOf(base), linesOf(mine), linesOf(theirs)]
  if (Math.max(b.length, m.length, t.length) > LINES_MAX) return apart({ base, mine, theirs })
  const overlaps: Overlap[] = []
  const around = ['']
  const add = (text: string) => around.push(`${around.pop()}${text}`)
  const parts = diff3Merge(m, b, t, { excludeFalseConflicts: true }).map((part) => {
    if (part.ok) {
      add(part.ok.join(''))
      return part.ok.join('')
    }
    const { a = [], o = [], b = [] } = part.conflict ?? {}
    overlaps.push({ base: o.join(''), mine: a.join(''), theirs: b.join('') })
    around.push('')
    return a.join('')
  })
  return { text: parts.join(''), overlaps, around }
}

/** The whole texts as one overlap. */
export const apart = (all: Overlap): Merged => ({ text: all.mine, overlaps: [all], around: ['', ''] })

const linesOf = (text: string) => text.split(/(?<=\n)/)
