import { CONTENT_MAX_CHARACTERS } from '#contract/limits.ts'
import { type Merged, mergeTexts, wholeConflict } from '#server/lib/merge3.ts'

type Bodies = {
  /** `undefined`: not known. */
  base: string | undefined
  mine: string
  theirs: string
}
export type MergedBodies = Merged & { isTheirs: boolean }

/**
 * Merges bodies (see `bodyOf`) line by line. They overlap as a whole without a base, where they are in two formats, and
 * where together they would be too long.
 */
export function mergeBodies({ base, mine, theirs }: Bodies, inOtherFormat: boolean): MergedBodies {
  if (mine === theirs || mine === base) return { ...whole(theirs), isTheirs: mine !== theirs || inOtherFormat }
  if (theirs === base && !inOtherFormat) return { ...whole(mine), isTheirs: false }
  const sides = { base: ended(base ?? ''), mine: ended(mine), theirs: ended(theirs) }
  const merged =
    base === undefined || inOtherFormat ? wholeConflict(sides) : mergeTexts(sides.base, sides.mine, sides.theirs)
  const fits = merged.text.length <= CONTENT_MAX_CHARACTERS || merged.conflicts.length > 0
  return { ...(fits ? merged : wholeConflict(sides)), isTheirs: fits && merged.conflicts.length === 0 }
}

const whole = (text: string): Merged => ({ text, conflicts: [], context: [text] })

/** The last line of a body has no end, but it is a line like the others. */
const ended = (body: string) => (body === '' ? '' : `${body}\n`)
