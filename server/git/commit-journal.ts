import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { oneAtATime } from '#server/lib/mutex.ts'
import { realDisk } from '#server/storage/disk.ts'
import { removeFile, replaceFile } from '#server/storage/replace-file.ts'
import type { CommitMessage } from './import-commit.ts'

/** A file as a save found it and left it, or where what it left can be read; `null`: not there. `file` is its place on the disk. */
export type SavedFile = { file: string; before: Uint8Array | null; after: Uint8Array | Blob | null }
/** A save that is to become a commit. */
export type QueuedSave = CommitMessage & { files: readonly SavedFile[] }

const Bytes = v.nullable(
  v.pipe(
    v.string(),
    v.transform((text) => new Uint8Array(Buffer.from(text, 'base64'))),
  ),
)
const Entry = v.object({
  subject: v.string(),
  trailers: v.record(v.string(), v.string()),
  author: v.object({ name: v.string(), email: v.string() }),
  at: v.string(),
  files: v.array(v.object({ file: v.string(), before: Bytes, after: Bytes, isStored: v.boolean() })),
})

/**
 * Saves that are in no commit yet, one file each, from before their first byte is written: after a crash those that reached
 * the disk become commits all the same. Otherwise they would count as uncommitted work, and hold back later saves of the
 * same lines. A file is `NUMBER-begun.json` until the save is done, then `NUMBER.json`.
 */
export function createJournal(folder: string) {
  const alone = oneAtATime()
  const names = new Map<QueuedSave, string>()
  let next = 1

  return {
    /** Throws what the disk throws; then the save is only known here. */
    begin: (save: QueuedSave) =>
      alone(async () => {
        const name = `${String(next++).padStart(9, '0')}-begun.json`
        await realDisk.mkdir(folder, { recursive: true, mode: 0o700 })
        await replaceFile(join(folder, name), JSON.stringify(written(save)), { mode: 0o600 })
        names.set(save, name)
      }),
    /** The save is on the disk: it is to become a commit whatever happens to its files now. Throws what the disk throws. */
    done: (save: QueuedSave) =>
      alone(async () => {
        const name = names.get(save)
        if (name === undefined) return
        const done = name.replace('-begun', '')
        await realDisk.rename(join(folder, name), join(folder, done))
        names.set(save, done)
      }),
    /** The save is a commit, or came to nothing. Throws what the disk throws. */
    end: (save: QueuedSave) =>
      alone(async () => {
        const name = names.get(save)
        if (name === undefined) return
        await removeFile(join(folder, name))
        names.delete(save)
      }),
    /** What a crash or a stop left of it, in its order. */
    async recover(): Promise<QueuedSave[]> {
      const listed = (await readdir(folder).catch(() => []))
        .filter((name) => /^\d+(?:-begun)?\.json$/.test(name))
        .sort()
      next = Number.parseInt(listed.at(-1) ?? '0', 10) + 1
      const found = (
        await Promise.all(listed.map(async (name) => ({ name, save: await read(join(folder, name)) })))
      ).flatMap(({ name, save }) => (save ? [{ name, save }] : []))
      const saves: QueuedSave[] = []
      for (const [index, { name, save }] of found.entries()) {
        names.set(save, name)
        const later = found.slice(index + 1).map((one) => one.save)
        if (!name.includes('-begun') || (await reachedDisk(save.files, later))) saves.push(save)
        else await this.end(save).catch(() => {})
      }
      return saves
    },
  }
}

const base64 = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('base64')
const written = ({ files, ...facts }: QueuedSave) => ({
  ...facts,
  files: files.map(({ file, before, after }) => {
    const isStored = after instanceof Blob
    return { file, before: base64(before), after: isStored ? null : base64(after), isStored }
  }),
})

async function read(path: string): Promise<QueuedSave | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Entry), text)
  if (!parsed.success) return
  const { files, ...facts } = parsed.output
  return {
    ...facts,
    files: files.map(({ isStored, ...one }) => (isStored ? { ...one, after: Bun.file(one.file) } : one)),
  }
}

/** Whether each file is as the save left it, or was until the next save of it began. */
async function reachedDisk(files: readonly SavedFile[], later: readonly QueuedSave[]): Promise<boolean> {
  const found = files.map(async ({ file, after }) => {
    if (after instanceof Blob) return true
    const now = await readFile(file).catch(() => null)
    const next = later.flatMap((save) => save.files).filter((one) => one.file === file)
    return [now, ...next.map(({ before }) => before)].some((bytes) => isSame(bytes, after))
  })
  return (await Promise.all(found)).every(Boolean)
}

const isSame = (one: Uint8Array | null, other: Uint8Array | null) =>
  one === null || other === null ? one === other : Buffer.compare(one, other) === 0
