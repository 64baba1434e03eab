import { isUtf8 } from 'node:buffer'
import { mkdir } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import type { ContentStore, Transaction } from '#server/content/content.ts'
import { ContentNotFoundError } from '#server/content/files/errors.ts'
import { isSameBytes } from '#server/lib/bytes.ts'
import { replaceFile } from '#server/storage/files.ts'
import type { RecordedSave } from '#server/storage/shared-saves.ts'
import { mergeTexts } from '#server/text/merge/merge3.ts'
import { type FileChange, mergeChange } from './commit.ts'
import { MergeConflictError } from './merge-commits.ts'
import type { RemoteOptions } from './remote.ts'

type Place = {
  /** Of the checkout. */
  root: string
  /** `content/`, or an empty text. */
  prefix: string
  content: Pick<ContentStore, 'change'>
}
/** The bytes of a file after a change to the bytes that it has now. `undefined`: a person has to make it. */
type Merge = (change: Omit<FileChange, 'path'>, now: Uint8Array | null) => Uint8Array | null | undefined

/**
 * Makes a recorded save here, through the same checks as a save of the dashboard. `recorded`: under its id; otherwise it is
 * another save. Throws `MergeConflictError`, and what `content.change` throws.
 */
export async function makeSave(
  { root, prefix, content }: Place,
  { id: saveId, at, subject, contentId, via, editor, files }: RecordedSave,
  merge: Merge,
  { isRecorded }: { isRecorded: boolean },
): Promise<void> {
  const inContent = files.filter(({ path }) => path.startsWith(prefix))
  const others = files.filter((one) => !inContent.includes(one))
  // Images have their hash in the name, so one that is left behind by a rejected change replaces nothing.
  for (const { path, after } of others) {
    if (!after) continue
    await mkdir(dirname(join(root, path)), { recursive: true })
    await replaceFile(join(root, path), after)
  }
  const named = (ones: typeof others) => ones.map(({ path }) => join(root, path))
  const note = {
    subject,
    editor,
    ...(isRecorded && { recorded: { saveId, at } }),
    ...(contentId !== undefined && { id: contentId }),
    ...(via !== undefined && { via }),
    files: named(others.filter(({ after }) => after !== null)),
    removed: named(others.filter(({ after }) => after === null)),
    isOutside: others.length > 0,
  }
  const names = inContent.map((file) => ({ ...file, name: file.path.slice(prefix.length) }))
  const work = async (tx: Transaction) => {
    for (const { name, ...file } of names) {
      const now = await tx.readBytes(name).catch(unlessMissing)
      const merged = merge(file, now)
      if (merged === undefined) throw new MergeConflictError([name])
      if (isSameBytes(merged, now)) continue
      if (merged) tx.write(name, merged)
      else tx.remove(name)
    }
  }
  await content.change(work, note, new Set(names.map(({ name }) => name)))
}

function unlessMissing(error: unknown): null {
  if (error instanceof ContentNotFoundError) return null
  throw error
}

/** Deleting a file that another user has changed is a conflict, too. */
export const mergeSave: Merge = (change, now) =>
  change.after === null && now !== null && !isSameBytes(change.before, now) ? undefined : mergeChange(change, now)

/** Where both changed the same lines, those of the save win. */
export const mergeForced: Merge = ({ before, after }, now) => {
  const isText = [before, after, now].every((bytes) => bytes !== null && isUtf8(bytes))
  if (!isText || !before || !after || !now) return after
  const [base, mine, theirs] = [before, after, now].map((bytes) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
  )
  return new TextEncoder().encode(mergeTexts(base ?? '', mine ?? '', theirs ?? '').text)
}

/** Returns the files of a save that the site does not merge automatically. */
export const deniedFiles = ({ files }: RecordedSave, isAllowed: RemoteOptions['isAllowed']): string[] =>
  files.flatMap(({ path, after }) =>
    posix.normalize(path) === path && isAllowed({ path, mode: after ? '100644' : '000000' }) ? [] : [path],
  )
