import type { PostFormat } from '#contract/post-form.ts'
import type { ConflictValue, FieldConflict, StalePost } from '#contract/posts.ts'
import { DomainError } from '#server/lib/errors.ts'

/** Conflicts are not widened by more lines than this: in one large element, the place would be hard to find. */
const ADDED_LINES_MAX = 40

/** Returns the line, from 1, that each top-level block of a text begins at. */
export type BlockLines = (content: string, format: PostFormat) => Promise<readonly number[]>

/**
 * Widens the conflicts of the content to whole blocks, and joins those of one block. They are found by line, and a line may be
 * a part of a list or an element, which can be neither rendered nor edited visually without the rest. `format`: of my content.
 */
export async function withWholeBlocks(
  stale: StalePost,
  format: PostFormat,
  blockLines: BlockLines,
): Promise<StalePost> {
  const conflicts = stale.overlaps.filter(({ field }) => field === 'content')
  if (conflicts.length === 0) return stale
  const pieces = stale.around.map(linesOf)
  const side = async (name: 'mine' | 'theirs', as: PostFormat) => {
    const texts = conflicts.map((one) => linesOf(textOf(one[name])))
    const lines = pieces.flatMap((piece, at) => [...piece, ...(texts[at] ?? [])])
    const starts = new Set(await blockLines(lines.join(''), as))
    let offset = 0
    const offsets = pieces.map((piece, at) => {
      const from = offset
      offset += piece.length + (texts[at]?.length ?? 0)
      return from
    })
    /** Whether a block, or nothing, follows after this many lines of a piece. */
    return (piece: number, count: number): boolean => {
      let at = (offsets[piece] ?? 0) + count
      while (at < lines.length && lines[at]?.trim() === '') at++
      return at === lines.length || starts.has(at + 1)
    }
  }
  try {
    const isCut = await Promise.all([side('mine', format), side('theirs', stale.current.format)])
    const cuts = pieces.map((piece, at) =>
      [...piece.keys(), piece.length].filter((count) => isCut.every((one) => one(at, count))),
    )
    const { places, rest } = widened(conflicts, pieces, cuts)
    const others = stale.overlaps.filter(({ field }) => field !== 'content')
    return { ...stale, overlaps: [...others, ...places], around: rest }
  } catch (error) {
    // A text that cannot be read as blocks: its conflicts stay as they are.
    if (error instanceof DomainError) return stale
    throw error
  }
}

/** `cuts`: for each piece around the conflicts, the numbers of lines after which it can be cut. */
function widened(
  conflicts: readonly FieldConflict[],
  pieces: readonly (readonly string[])[],
  cuts: readonly (readonly number[])[],
) {
  const places: FieldConflict[] = []
  const rest: string[] = []
  /** The lines before the next place that no place has taken. */
  let before = [...(pieces[0] ?? [])]
  let first = 0
  for (let last = 0; last < conflicts.length; last++) {
    const [end] = cuts[last + 1] ?? []
    const isLast = last === conflicts.length - 1
    if (end === undefined && !isLast) continue // the next one is in the same block
    const after = pieces[last + 1] ?? []
    const taken = end ?? after.length
    const skipped = (pieces[first]?.length ?? 0) - before.length
    const start = Math.max(0, (cuts[first]?.at(-1) ?? 0) - skipped)
    const inner = pieces.slice(first + 1, last + 1)
    const added = before.length - start + taken + inner.flat().length
    const members = conflicts.slice(first, last + 1)
    if (added <= ADDED_LINES_MAX) {
      const between = [before.slice(start), ...inner, after.slice(0, taken)].map((lines) => lines.join(''))
      places.push(joined(members, between))
      rest.push(before.slice(0, start).join(''))
      before = after.slice(taken)
    } else {
      places.push(...members)
      rest.push(before.join(''), ...inner.map((lines) => lines.join('')))
      before = [...after]
    }
    first = last + 1
  }
  return { places, rest: [...rest, before.join('')] }
}

function joined(conflicts: readonly FieldConflict[], between: readonly string[]): FieldConflict {
  const all = (side: 'base' | 'mine' | 'theirs') =>
    between.map((text, at) => text + textOf(conflicts[at]?.[side] ?? null)).join('')
  const isBaseKnown = conflicts.every(({ base }) => base !== null)
  const isInside = between.join('') !== ''
  const both = between.map((text, at) => text + bothSides(conflicts[at], isInside ? '' : '\n')).join('')
  return { field: 'content', base: isBaseKnown ? all('base') : null, mine: all('mine'), theirs: all('theirs'), both }
}

const bothSides = (conflict: FieldConflict | undefined, gap: string) =>
  [conflict?.theirs, conflict?.mine]
    .map((text) => textOf(text ?? null))
    .filter((text) => text !== '')
    .join(gap)

const textOf = (value: ConflictValue) => String(value ?? '')
const linesOf = (text: string) => (text === '' ? [] : text.split(/(?<=\n)/))
