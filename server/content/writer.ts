import { dirname, resolve } from 'node:path'
import * as v from 'valibot'
import type { Log } from '#server/http/log.ts'
import { BytesSchema, bytesOf, encodeBytes, isSameBytes } from '#server/lib/bytes.ts'
import { ContentFileError } from '#server/lib/text-file.ts'
import {
  type Disk,
  ensurePrivateDir,
  readText,
  realDisk,
  replaceFile,
  type Staged,
  syncFolder,
} from '#server/storage/files.ts'
import type { FileChange, SavedFile } from './content.ts'
import type { ContentFolder } from './content-files.ts'

const JournalSchema = v.array(v.object({ file: v.string(), before: BytesSchema, after: BytesSchema }))
/** Files before and after a change; `null`: there is none. */
type Journal = readonly { file: string; before: Uint8Array | null; after: Uint8Array | null }[]

export type WriterOptions = {
  folder: ContentFolder
  /** `storage/private/unfinished-change.json`; without it, a crash can leave a change half done. */
  journal: string | undefined
  disk: Disk | undefined
  log: Log
}
export type Writer = ReturnType<typeof createWriter>

/** A file changed after the change to it was computed. */
export class ConcurrentModificationError extends Error {
  override name = 'ConcurrentModificationError'
}

/**
 * Applies a multi-file change atomically: stages every file, journals the old contents, renames into place, and rolls back
 * on failure or, after a crash, at the next start.
 */
export function createWriter({ folder, journal, disk = realDisk, log }: WriterOptions) {
  /** The journal on the disk, and whether it only has to be deleted. */
  let open: { files: Journal; isDone: boolean } | undefined

  /** Throws what the disk throws, and `ConcurrentModificationError` where `isUnchanged` is false: then no file has changed. */
  async function write(changes: readonly FileChange[], isUnchanged: () => Promise<boolean>): Promise<void> {
    await settle()
    const staged = await stageAll(deletesLast(changes))
    if (changes.length > 1) await writeJournal(changes).catch(droppingAll(staged))
    if (!(await isUnchanged())) return rollBack(staged, new ConcurrentModificationError())
    for (const [index, one] of staged.entries()) {
      await one.put().catch((error) => rollBack(staged.slice(index + 1), error))
    }
    if (open) open.isDone = true
    await deleteJournal().catch(logFailure)
  }

  async function stageAll(changes: readonly FileChange[]): Promise<Staged[]> {
    const staged: Staged[] = []
    for (const { file, data } of changes) staged.push(await folder.stage(file, data).catch(droppingAll(staged)))
    return staged
  }

  async function writeJournal(changes: readonly FileChange[]): Promise<void> {
    const read = changes.map(async (change) => {
      const before = await folder.read(change.file)
      return { file: change.file, before: before ?? null, after: bytesOf(change) }
    })
    const files = await Promise.all(read)
    if (journal !== undefined) {
      await ensurePrivateDir(dirname(journal))
      await replaceFile(journal, JSON.stringify(files.map(encoded)), { mode: 0o600, disk })
    }
    open = { files, isDone: false }
  }

  /** If the rollback fails too, the next change or start repeats it. */
  async function rollBack(left: readonly Staged[], error: unknown): Promise<never> {
    await Promise.all(left.map((one) => one.drop()))
    await settle().catch(logFailure)
    throw error
  }

  /** Rolls back an unfinished change. Throws what the disk throws. */
  async function settle(): Promise<void> {
    if (!open) return
    if (!open.isDone) await restore(open.files)
    await deleteJournal()
  }

  /** Restores the old contents, unless all new contents are on the disk, or another program has changed a file since. */
  async function restore(files: Journal): Promise<void> {
    const found = await Promise.all(files.map(async (one) => ({ ...one, now: (await folder.read(one.file)) ?? null })))
    const done = found.filter(({ now, after }) => isSameBytes(now, after))
    const rest = found.filter(({ now, after }) => !isSameBytes(now, after))
    if (done.length === 0 || rest.length === 0 || rest.some(({ now, before }) => !isSameBytes(now, before))) return
    log.warn('content change rolled back', { files: files.map(({ file }) => file) })
    for (const { file, before } of restoredFirst(done)) await (await folder.stage(file, before)).put()
  }

  /** Durably: found again after later changes, it would be taken for an unfinished change. */
  async function deleteJournal(): Promise<void> {
    if (open && journal !== undefined) {
      await disk.unlink(journal).catch(unlessMissing)
      await syncFolder(dirname(journal), disk)
    }
    open = undefined
  }

  const logFailure = (error: unknown) => log.error('content journal failed', { reason: String(error) })

  return {
    write,
    /** Whether a failed change is on the disk all the same, because only its folder could not be synced. Never throws. */
    isDone: async (changes: readonly FileChange[]): Promise<boolean> => {
      const isWritten = async (change: FileChange) =>
        isSameBytes((await folder.read(change.file)) ?? null, bytesOf(change))
      return (await Promise.all(changes.map((one) => isWritten(one).catch(() => false)))).every(Boolean)
    },
    /** Rolls back a change that a crash interrupted. Never throws: the next change tries again. */
    async recover(): Promise<void> {
      const files = journal === undefined ? undefined : await readJournal(journal)
      open = files && { files, isDone: false }
      await settle().catch(logFailure)
    },
  }
}

const droppingAll = (staged: readonly Staged[]) => async (error: unknown) => {
  await Promise.all(staged.map((one) => one.drop()))
  throw error
}

/** A crash in between may leave a file twice, never none. */
const deletesLast = (changes: readonly FileChange[]) =>
  changes.toSorted((one, other) => Number(one.data === null) - Number(other.data === null))

const restoredFirst = <One extends { before: Uint8Array | null }>(files: readonly One[]) =>
  files.toSorted((one, other) => Number(one.before === null) - Number(other.before === null))

const encoded = ({ file, before, after }: Journal[number]) => ({
  file,
  before: encodeBytes(before),
  after: encodeBytes(after),
})

async function readJournal(path: string): Promise<Journal | undefined> {
  const text = await readText(path).catch(() => undefined)
  if (text === undefined) return
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), JournalSchema), text)
  return parsed.success ? parsed.output : []
}

function unlessMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

/**
 * The files before and after a change that is about to be written. Throws what the disk throws: a file that cannot be read
 * is not a missing file, and its change could never be told apart from other work.
 */
export const savedFiles = (dir: string, folder: ContentFolder, changes: readonly FileChange[]): Promise<SavedFile[]> =>
  Promise.all(
    changes.map(async (change) => ({
      file: resolve(dir, change.file),
      before: (await folder.read(change.file).catch(unlessInvalid)) ?? null,
      after: bytesOf(change),
    })),
  )

function unlessInvalid(error: unknown): undefined {
  if (!(error instanceof ContentFileError)) throw error
}
