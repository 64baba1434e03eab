import { mergeTexts } from '#server/files/merge-texts.ts'
import type { Git } from './git.ts'

/** A file's content in git's store, by its id; `null`: there is no such file. */
export type Blob = string | null

/** A file that a save changed: what it was when the save began, and what it is now. */
export type BlobChange = { path: string; before: Blob; after: Blob }

/** Keeps bytes in git's store, as git would keep the file at that path (its line ends, its filters). */
export const keepBlob = async (git: Git, path: string, bytes: Uint8Array | null): Promise<Blob> =>
  bytes === null ? null : await git(['hash-object', '-w', '--stdin', '--path', path], { input: bytes })

const readBlob = async (git: Git, blob: string) => new TextDecoder().decode(await git.bytes(['cat-file', 'blob', blob]))

/**
 * What a change makes of `head`, the file as it was last committed. Where that is not what the change began from, somebody's
 * uncommitted work stands between them: then only the change itself is carried over. `undefined`: it cannot be told apart.
 */
export async function carriedOver(git: Git, change: BlobChange, head: Blob): Promise<{ blob: Blob } | undefined> {
  const { path, before, after } = change
  if (head === before || head === after || after === null) return { blob: after }
  if (head === null || before === null) return
  const [base, mine, theirs] = await Promise.all([before, after, head].map((blob) => readBlob(git, blob)))
  if (base === undefined || mine === undefined || theirs === undefined) return
  const stamped = stampedLike(mine)
  const { text, overlaps } = mergeTexts(stamped(base), mine, stamped(theirs))
  return overlaps.length > 0 ? undefined : { blob: await keepBlob(git, path, new TextEncoder().encode(text)) }
}

const UPDATED = /^updated: .*$/m

/** The moment of a save is in every save: as it is nobody's work, two of them do not overlap. */
function stampedLike(mine: string): (text: string) => string {
  const moment = UPDATED.exec(matterOf(mine))?.[0]
  return (text) => {
    const matter = matterOf(text)
    return moment === undefined ? text : matter.replace(UPDATED, () => moment) + text.slice(matter.length)
  }
}

const matterOf = (text: string) => (text.startsWith('---') ? text.slice(0, text.indexOf('\n---', 3) + 1) : '')
