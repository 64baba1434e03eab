import { dirname } from 'node:path'
import * as v from 'valibot'
import type { Log } from '#server/http/log.ts'
import { type Disk, realDisk } from '#server/storage/disk.ts'
import { privateFolder } from '#server/storage/private-folder.ts'
import { readText } from '#server/storage/read-file.ts'
import { replaceFile, type Staged, syncFolder } from '#server/storage/replace-file.ts'
import { bytesOf, type FileChange } from './content.ts'
import type { ContentFolder } from './content-folder.ts'

const Bytes = v.nullable(
  v.pipe(
    v.string(),
    v.transform((text) => new Uint8Array(Buffer.from(text, 'base64'))),
  ),
)
const UnfinishedSchema = v.array(v.object({ file: v.string(), before: Bytes, after: Bytes }))
/** Files as a change finds and leaves them; `null`: not there. */
type Unfinished = readonly { file: string; before: Uint8Array | null; after: Uint8Array | null }[]

export type WriterOptions = {
  folder: ContentFolder
  /** `storage/private/unfinished-change.json`; without it only a crash can leave a change half done. */
  unfinished: string | undefined
  disk: Disk | undefined
  log: Log
}
export type Writer = ReturnType<typeof createWriter>
type IsUnchanged = () => Promise<boolean>

/**
 * Writes what belongs together so that all of it is on the disk, or nothing. Every text is whole on the disk before the
 * first one takes its place, so that a disk that fills up meets no change half done. What was there before is noted first:
 * a change that stops in the middle is taken back, at once or, after a crash, by the next start.
 */
export function createWriter({ folder, unfinished, disk = realDisk, log }: WriterOptions) {
  /** What is noted on the disk, and whether it is only to be forgotten. */
  let open: { files: Unfinished; isDone: boolean } | undefined

  /** Throws what the disk throws, and `ConcurrentModificationError` where `isStill` says no: then all files are what they were. */
  async function write(changes: readonly FileChange[], isStill: IsUnchanged): Promise<void> {
    await settle()
    const staged = await stageAll(deletesLast(changes))
    if (changes.length > 1) await note(changes).catch(droppingAll(staged))
    for (const [index, one] of staged.entries()) {
      await one.put(index === 0 ? isStill : undefined).catch((error) => takeBack(staged.slice(index + 1), error))
    }
    if (open) open.isDone = true
    await forget().catch(unforgotten)
  }

  async function stageAll(changes: readonly FileChange[]): Promise<Staged[]> {
    const staged: Staged[] = []
    for (const { file, data } of changes) staged.push(await folder.stage(file, data).catch(droppingAll(staged)))
    return staged
  }

  async function note(changes: readonly FileChange[]): Promise<void> {
    const files = changes.map(async (change) => {
      const before = await folder.read(change.file)
      return { file: change.file, before: before ?? null, after: bytesOf(change) }
    })
    const noted = await Promise.all(files)
    if (unfinished !== undefined) {
      await privateFolder(dirname(unfinished))
      await replaceFile(unfinished, JSON.stringify(noted.map(written)), { mode: 0o600, disk })
    }
    open = { files: noted, isDone: false }
  }

  /** The answer will be that nothing was stored: so nothing is. Where even that fails, the next change or start does it. */
  async function takeBack(left: readonly Staged[], error: unknown): Promise<never> {
    await Promise.all(left.map((one) => one.drop()))
    await settle().catch(unforgotten)
    throw error
  }

  /** What an earlier change left half done is taken back. Throws what the disk throws. */
  async function settle(): Promise<void> {
    if (!open) return
    if (!open.isDone) await undo(open.files)
    await forget()
  }

  /** Unless all of it came to the disk, or somebody else has been at one of the files since. */
  async function undo(files: Unfinished): Promise<void> {
    const found = await Promise.all(files.map(async (one) => ({ ...one, now: (await folder.read(one.file)) ?? null })))
    const done = found.filter(({ now, after }) => isSame(now, after))
    const rest = found.filter(({ now, after }) => !isSame(now, after))
    if (done.length === 0 || rest.length === 0 || rest.some(({ now, before }) => !isSame(now, before))) return
    log.warn('half a change taken back', { files: files.map(({ file }) => file) })
    for (const { file, before } of restoredFirst(done)) await (await folder.stage(file, before)).put()
  }

  /** For good: found again after later changes, it would be taken for one that is half done. */
  async function forget(): Promise<void> {
    if (open && unfinished !== undefined) {
      await disk.unlink(unfinished).catch(unlessMissing)
      await syncFolder(dirname(unfinished), disk)
    }
    open = undefined
  }

  const unforgotten = (error: unknown) => log.error('unfinished change', { reason: String(error) })

  return {
    write,
    /** Whether what failed is on the disk all the same, because only its folder could not be synced. Never throws. */
    isDone: async (changes: readonly FileChange[]): Promise<boolean> => {
      const isThere = async (change: FileChange) => isSame((await folder.read(change.file)) ?? null, bytesOf(change))
      return (await Promise.all(changes.map((one) => isThere(one).catch(() => false)))).every(Boolean)
    },
    /** Takes back what a crash left half done. Never throws: the next change tries again. */
    async recover(): Promise<void> {
      const files = unfinished === undefined ? undefined : await read(unfinished)
      open = files && { files, isDone: false }
      await settle().catch(unforgotten)
    },
  }
}

const droppingAll = (staged: readonly Staged[]) => async (error: unknown) => {
  await Promise.all(staged.map((one) => one.drop()))
  throw error
}

/** A crash in between may leave something twice, never something that others still name and is gone. */
const deletesLast = (changes: readonly FileChange[]) =>
  changes.toSorted((one, other) => Number(one.data === null) - Number(other.data === null))

const restoredFirst = <One extends { before: Uint8Array | null }>(files: readonly One[]) =>
  files.toSorted((one, other) => Number(one.before === null) - Number(other.before === null))

const base64 = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('base64')
const written = ({ file, before, after }: Unfinished[number]) => ({
  file,
  before: base64(before),
  after: base64(after),
})

async function read(path: string): Promise<Unfinished | undefined> {
  const text = await readText(path).catch(() => undefined)
  if (text === undefined) return
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), UnfinishedSchema), text)
  return parsed.success ? parsed.output : []
}

const isSame = (one: Uint8Array | null, other: Uint8Array | null) =>
  one === null || other === null ? one === other : Buffer.compare(one, other) === 0

function unlessMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
