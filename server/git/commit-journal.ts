import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { BytesSchema, encodeBytes, isSameBytes } from '#server/lib/bytes.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { realDisk, removeFile, replaceFile } from '#server/storage/files.ts'
import type { CommitMessage } from './objects.ts'

/** A file before and after a save; `null`: there is none. `after` can be a file on the disk; `file` is an absolute path. */
export type SavedFile = { file: string; before: Uint8Array | null; after: Uint8Array | Blob | null }
/** A save that becomes a commit. */
export type QueuedSave = CommitMessage & { files: readonly SavedFile[] }

const EntrySchema = v.object({
  subject: v.string(),
  trailers: v.record(v.string(), v.string()),
  author: v.object({ name: v.string(), email: v.string() }),
  at: v.string(),
  files: v.array(v.object({ file: v.string(), before: BytesSchema, after: BytesSchema, isStored: v.boolean() })),
})

/**
 * The commit queue on the disk, one file for each save from before its first byte is written. After a crash, saves that
 * reached the disk are committed all the same; otherwise they would count as uncommitted work, and block later saves of the
 * same lines. A file is `NUMBER-begun.json` until the save is done, then `NUMBER.json`.
 */
export function createCommitJournal(folder: string) {
  const alone = createMutex()
  const names = new Map<QueuedSave, string>()
  let next = 1

  /** Throws what the disk throws; then the save is in memory only. */
  const begin = (save: QueuedSave) =>
    alone(async () => {
      const name = `${String(next++).padStart(9, '0')}-begun.json`
      await realDisk.mkdir(folder, { recursive: true, mode: 0o700 })
      await replaceFile(join(folder, name), JSON.stringify(encoded(save)), { mode: 0o600 })
      names.set(save, name)
    })

  /** The save is on the disk: from now on it is committed whatever happens to its files. Throws what the disk throws. */
  const done = (save: QueuedSave) =>
    alone(async () => {
      const name = names.get(save)
      if (name === undefined) return
      const renamed = name.replace('-begun', '')
      await realDisk.rename(join(folder, name), join(folder, renamed))
      names.set(save, renamed)
    })

  /** The save is committed, or was not written. Throws what the disk throws. */
  const remove = (save: QueuedSave) =>
    alone(async () => {
      const name = names.get(save)
      if (name === undefined) return
      await removeFile(join(folder, name))
      names.delete(save)
    })

  /** Returns the saves that wait for their commit since before the start, in their order. */
  async function recover(): Promise<QueuedSave[]> {
    const listed = (await readdir(folder).catch(() => [])).filter((name) => /^\d+(?:-begun)?\.json$/.test(name)).sort()
    next = Number.parseInt(listed.at(-1) ?? '0', 10) + 1
    const found = await Promise.all(listed.map(async (name) => ({ name, save: await readEntry(join(folder, name)) })))
    const saves: QueuedSave[] = []
    for (const [index, { name, save }] of found.entries()) {
      if (!save) continue
      names.set(save, name)
      const later = found.slice(index + 1).flatMap((one) => one.save ?? [])
      if (!name.includes('-begun') || (await reachedDisk(save.files, later))) saves.push(save)
      else await remove(save).catch(() => {})
    }
    return saves
  }

  return { begin, done, remove, recover }
}

const encoded = ({ files, ...message }: QueuedSave) => ({
  ...message,
  files: files.map(({ file, before, after }) => {
    const isStored = after instanceof Blob
    return { file, before: encodeBytes(before), after: isStored ? null : encodeBytes(after), isStored }
  }),
})

async function readEntry(path: string): Promise<QueuedSave | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), EntrySchema), text)
  if (!parsed.success) return
  const { files, ...message } = parsed.output
  return {
    ...message,
    files: files.map(({ isStored, ...one }) => (isStored ? { ...one, after: Bun.file(one.file) } : one)),
  }
}

/** Whether each file is as the save left it, or was so until a later save changed it. */
async function reachedDisk(files: readonly SavedFile[], later: readonly QueuedSave[]): Promise<boolean> {
  const found = files.map(async ({ file, after }) => {
    if (after instanceof Blob) return true
    const now = await readFile(file).catch(() => null)
    const next = later.flatMap((save) => save.files).filter((one) => one.file === file)
    return [now, ...next.map(({ before }) => before)].some((bytes) => isSameBytes(bytes, after))
  })
  return (await Promise.all(found)).every(Boolean)
}
