import { mergeTexts } from '#server/lib/merge3.ts'
import { holds, withLineFeeds } from './blobs.ts'

/** A file that a save changed, in bytes: what it was when the save began, and what it is now; `null`: not there. */
export type FileChange = {
  path: string
  before: Uint8Array | null
  after: Uint8Array | null
  /** What later saves of the queue found and left there. */
  later: readonly Uint8Array[]
}

/**
 * What a save makes of the last committed state of a file. `merge` needs the bytes of that state; `superseded`: another
 * person has committed a newer state already.
 */
export type CarryOver = 'nothing' | 'after' | 'merge' | 'left' | 'superseded'

/**
 * Decides what is committed of a change, given git's id of the last committed state. Where that is not what the change
 * began from, the file holds uncommitted work of another person, and only the change itself is carried over.
 */
export function carryOver({ before, after, later }: FileChange, head: string | undefined): CarryOver {
  if (isAs(after, head)) return 'nothing'
  if (isAs(before, head) || after === null) return 'after'
  if (later.some((bytes) => isAs(bytes, head))) return 'superseded'
  return head === undefined || before === null ? 'left' : 'merge'
}

const isAs = (bytes: Uint8Array | null, head: string | undefined) =>
  bytes === null || head === undefined ? bytes === null && head === undefined : holds(bytes, head)

/** What is committed for `after`: with the line ends that git has given the file so far. */
export function committedBytes({ before, after }: FileChange, head: string | undefined): Uint8Array | null {
  const isNormalized = before !== null && head !== undefined && holds(withLineFeeds(before), head)
  return after && isNormalized ? withLineFeeds(after) : after
}

/** Applies the change from `before` to `after` to the committed bytes. `undefined`: both changed the same lines. */
export function mergedBytes({ before, after }: FileChange, head: Uint8Array): Uint8Array | undefined {
  if (!before || !after) return
  const [base, mine, theirs] = head.includes(13)
    ? [text(before), text(after), text(head)]
    : [text(withLineFeeds(before)), text(withLineFeeds(after)), text(head)]
  const stamped = stampedLike(mine)
  const merged = mergeTexts(stamped(base), mine, stamped(theirs))
  return merged.conflicts.length > 0 ? undefined : new TextEncoder().encode(merged.text)
}

const text = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

const UPDATED = /^updated: .*$/m

/** Every save sets `updated`. Two values of it are no conflict. */
function stampedLike(mine: string): (text: string) => string {
  const moment = UPDATED.exec(frontMatterOf(mine))?.[0]
  return (text) => {
    const matter = frontMatterOf(text)
    return moment === undefined ? text : matter.replace(UPDATED, () => moment) + text.slice(matter.length)
  }
}

const frontMatterOf = (text: string) => (text.startsWith('---') ? text.slice(0, text.indexOf('\n---', 3) + 1) : '')
