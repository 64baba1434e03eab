import { mergeTexts } from '#server/lib/merge3.ts'
import { matchesBlob, withLineFeeds } from './objects.ts'

/** A file before and after a save; `null`: there is none. */
export type FileChange = {
  path: string
  before: Uint8Array | null
  after: Uint8Array | null
  /** Its contents before and after later saves of the queue. */
  later: readonly Uint8Array[]
}

/**
 * What a commit does with a change: nothing, commit `after`, merge it into the committed file, or leave the file
 * uncommitted. `superseded`: a newer version is committed already.
 */
export type CarryOver = 'nothing' | 'after' | 'merge' | 'left' | 'superseded'

/**
 * Decides how a change is committed, given git's id of the committed file. Where that is not the file before the change, the
 * working tree had another person's uncommitted work, and only the change itself is carried over.
 */
export function carryOver({ before, after, later }: FileChange, head: string | undefined): CarryOver {
  if (isSame(after, head)) return 'nothing'
  if (isSame(before, head) || after === null) return 'after'
  if (later.some((bytes) => isSame(bytes, head))) return 'superseded'
  return head === undefined || before === null ? 'left' : 'merge'
}

const isSame = (bytes: Uint8Array | null, head: string | undefined) =>
  bytes === null || head === undefined ? bytes === null && head === undefined : matchesBlob(bytes, head)

/** The committed form of `after`, with the line ends that the committed file has. */
export function committedBytes({ before, after }: FileChange, head: string | undefined): Uint8Array | null {
  const isNormalized = before !== null && head !== undefined && matchesBlob(withLineFeeds(before), head)
  return after && isNormalized ? withLineFeeds(after) : after
}

/** Applies the change from `before` to `after` to the committed bytes. `undefined`: conflict. */
export function mergedBytes({ before, after }: FileChange, head: Uint8Array): Uint8Array | undefined {
  if (!before || !after) return
  const [base, mine, theirs] = head.includes(13)
    ? [decode(before), decode(after), decode(head)]
    : [decode(withLineFeeds(before)), decode(withLineFeeds(after)), decode(head)]
  const merged = mergeTexts(withUpdatedOf(mine, base), mine, withUpdatedOf(mine, theirs))
  return merged.conflicts.length > 0 ? undefined : new TextEncoder().encode(merged.text)
}

const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

const UPDATED = /^updated: .*$/m

/** Every save sets `updated`, so two values of it are no conflict. */
function withUpdatedOf(mine: string, text: string): string {
  const updated = UPDATED.exec(frontMatterOf(mine))?.[0]
  const head = frontMatterOf(text)
  return updated === undefined ? text : head.replace(UPDATED, () => updated) + text.slice(head.length)
}

const frontMatterOf = (text: string) => (text.startsWith('---') ? text.slice(0, text.indexOf('\n---', 3) + 1) : '')
