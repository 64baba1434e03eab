import { diff3Merge } from 'node-diff3'

/** In stretches with more lines, or where more of them are equal, what they share is not looked for: it would take seconds. */
const LINES_MAX = 20_000
const PAIRS_MAX = 50_000

/** A stretch that both sides changed, each in its own way. */
export type Conflict = { base: string; mine: string; theirs: string }
export type Merged = {
  text: string
  conflicts: readonly Conflict[]
  /** The text before, between and behind the overlaps: one more than there are overlaps. */
  context: readonly string[]
}

/**
 * Merges two changes of one text, line by line; the same change made twice is one. Where they overlap, `text` holds mine
 * and `conflicts` has both. Line ends belong to their lines, so every byte comes from one of the three.
 */
export function mergeTexts(base: string, mine: string, theirs: string): Merged {
  if (mine === theirs || theirs === base) return { text: mine, conflicts: [], context: [mine] }
  if (mine === base) return { text: theirs, conflicts: [], context: [theirs] }
  const [b, m, t] = [linesOf(base), linesOf(mine), linesOf(theirs)]
  const [ours, others] = [changedStretch(b, m), changedStretch(b, t)]
  const [first, second] = ours.from < others.from ? [ours, others] : [others, ours]
  if (first.to < second.from) {
    const between = b.slice(first.to, second.from)
    const lines = [...b.slice(0, first.from), ...first.lines, ...between, ...second.lines, ...b.slice(second.to)]
    return { text: lines.join(''), conflicts: [], context: [lines.join('')] }
  }
  const [start, end] = [first.from, b.length - Math.max(first.to, second.to)]
  const stretch = (lines: readonly string[]) => lines.slice(start, lines.length - end)
  const [before, after] = [b.slice(0, start).join(''), b.slice(b.length - end).join('')]
  const { conflicts, context } = mergeStretch(stretch(b), stretch(m), stretch(t))
  const framed = context.map((one, at) => (at === 0 ? before : '') + one + (at === context.length - 1 ? after : ''))
  const text = framed.map((one, at) => one + (conflicts[at]?.mine ?? '')).join('')
  return { text, conflicts, context: framed }
}

/** What of the base another text changed, from its first to its last changed line, and its replacement. */
function changedStretch(base: readonly string[], changed: readonly string[]) {
  const shorter = Math.min(base.length, changed.length)
  let from = 0
  while (from < shorter && base[from] === changed[from]) from++
  let end = 0
  while (end < shorter - from && base.at(-1 - end) === changed.at(-1 - end)) end++
  return { from, to: base.length - end, lines: changed.slice(from, changed.length - end) }
}

function mergeStretch(base: string[], mine: string[], theirs: string[]): Omit<Merged, 'text'> {
  const longest = Math.max(base.length, mine.length, theirs.length)
  if (longest > LINES_MAX || equalPairs(base, mine) + equalPairs(base, theirs) > PAIRS_MAX)
    return wholeConflict({ base: base.join(''), mine: mine.join(''), theirs: theirs.join('') })
  const conflicts: Conflict[] = []
  const context = ['']
  for (const { ok, conflict } of diff3Merge(mine, base, theirs, { excludeFalseConflicts: true })) {
    if (ok) context.push(`${context.pop()}${ok.join('')}`)
    if (!conflict) continue
    conflicts.push({ base: conflict.o.join(''), mine: conflict.a.join(''), theirs: conflict.b.join('') })
    context.push('')
  }
  return { conflicts, context }
}

/** How many pairs of equal lines two texts have: the time of a comparison grows with it. */
function equalPairs(a: readonly string[], b: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const line of a) counts.set(line, (counts.get(line) ?? 0) + 1)
  return b.reduce((pairs, line) => pairs + (counts.get(line) ?? 0), 0)
}

/** The whole texts as one overlap. */
export const wholeConflict = (all: Conflict): Merged => ({ text: all.mine, conflicts: [all], context: ['', ''] })

const linesOf = (text: string) => text.split(/(?<=\n)/)
