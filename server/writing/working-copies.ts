import { join } from 'node:path'
import * as v from 'valibot'
import { WORKING_COPIES_MAX, WORKING_COPY_DAYS } from '#contract/limits.ts'
import { WORKING_COPY_KEY } from '#contract/post-form.ts'
import { type KeepWorkingCopy, type WorkingCopy, type WorkingCopyHead, WorkingFieldsSchema } from '#contract/writing.ts'
import { errorFields, type Log } from '#server/http/log.ts'
import { ConflictError, DomainError, NotFoundError, StorageError, ValidationError } from '#server/lib/errors.ts'
import { createKeyedMutex } from '#server/lib/mutex.ts'
import { ensurePrivateDir, listFiles, readText, removeFile, replaceFile, unlessMissing } from '#server/storage/files.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const LIFETIME_MS = WORKING_COPY_DAYS * DAY_MS

const FileSchema = v.object({
  saved_at: v.pipe(v.string(), v.isoTimestamp()),
  revision: v.nullable(v.string()),
  fields: WorkingFieldsSchema,
})
type Stored = v.InferOutput<typeof FileSchema>

type Options = {
  /** Of private files. */
  folder: string
  now(): Date
  log: Log
}
export type WorkingCopies = ReturnType<typeof createWorkingCopies>

/**
 * What administrators have written and not saved: `drafts/{administrator}/{key}.json`, in backups and never in git. A copy is
 * deleted when its administrator saves the post, and 30 days after its last change. Those of a removed administrator stay until
 * then, for the operator. Functions throw `StorageError`.
 */
export function createWorkingCopies({ folder, now, log }: Options) {
  const root = join(folder, 'drafts')
  const folderOf = (owner: string) => join(root, owner)
  const fileOf = (owner: string, key: string) => join(folderOf(owner), `${key}.json`)
  const inTurn = createKeyedMutex()
  /** By administrator, read once: only this process changes the files. */
  const known = new Map<string, Map<string, WorkingCopyHead>>()

  /** Runs one job of an administrator at a time, with the heads of their copies by key. */
  const withHeads = <T>(owner: string, work: (heads: Map<string, WorkingCopyHead>) => Promise<T>): Promise<T> =>
    inTurn([owner], async () => {
      try {
        const heads = known.get(owner) ?? (await readHeads(owner))
        known.set(owner, heads)
        for (const { key, deleted_at } of heads.values())
          if (deleted_at <= now().toISOString()) await drop(owner, key, heads)
        return await work(heads)
      } catch (error) {
        if (error instanceof DomainError) throw error
        known.delete(owner)
        throw new StorageError(error)
      }
    })

  async function readHeads(owner: string): Promise<Map<string, WorkingCopyHead>> {
    const heads: WorkingCopyHead[] = []
    for (const name of await listFiles(folderOf(owner))) {
      const key = name.replace(/\.json$/, '')
      const stored = WORKING_COPY_KEY.test(key) ? await read(owner, key) : undefined
      if (stored) heads.push(headOf(key, stored))
    }
    return new Map(heads.map((head) => [head.key, head]))
  }

  /** A damaged file counts as none. */
  async function read(owner: string, key: string): Promise<Stored | undefined> {
    const text = await readText(fileOf(owner, key)).catch(unlessMissing)
    if (text === undefined) return undefined
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), FileSchema), text)
    if (parsed.success) return parsed.output
    log.warn('working copy not read', { key })
    return undefined
  }

  async function drop(owner: string, key: string, heads: Map<string, WorkingCopyHead>): Promise<void> {
    await removeFile(fileOf(owner, key)).catch(unlessMissing)
    heads.delete(key)
  }

  /** Returns the copies of an administrator, newest first. */
  const list = (owner: string): Promise<WorkingCopyHead[]> =>
    withHeads(owner, async (heads) =>
      [...heads.values()].sort((one, other) => (one.saved_at < other.saved_at ? 1 : -1)),
    )

  /** Throws `NotFoundError`. */
  const get = (owner: string, key: string): Promise<WorkingCopy> =>
    withHeads(owner, async (heads) => {
      const stored = heads.has(key) ? await read(owner, key) : undefined
      if (!stored) throw missing()
      return { ...headOf(key, stored), revision: stored.revision, fields: stored.fields }
    })

  /** Throws `NotFoundError` for an invalid key, `ConflictError` for a copy that this one does not continue, `ValidationError` for too many. */
  const put = (owner: string, key: string, { replaces, ...copy }: KeepWorkingCopy): Promise<WorkingCopyHead> =>
    withHeads(owner, async (heads) => {
      if (!WORKING_COPY_KEY.test(key)) throw missing()
      const before = heads.get(key)
      if (replaces !== undefined && before && before.saved_at !== replaces)
        throw new ConflictError('This text was changed in another tab or on another device.')
      if (!before && heads.size >= WORKING_COPIES_MAX) throw new ValidationError({}, TOO_MANY)
      const stored = { saved_at: now().toISOString(), ...copy }
      await ensurePrivateDir(root)
      await ensurePrivateDir(folderOf(owner))
      await replaceFile(fileOf(owner, key), `${JSON.stringify(stored)}\n`, { mode: 0o600 })
      const head = headOf(key, stored)
      heads.set(key, head)
      return head
    })

  /** Throws `NotFoundError`. */
  const remove = (owner: string, key: string): Promise<void> =>
    withHeads(owner, async (heads) => {
      if (!heads.has(key)) throw missing()
      await drop(owner, key, heads)
    })

  /** Deletes copies whose text is in a saved post now. Never throws: the save is complete. */
  const removeSaved = (owner: string, keys: readonly string[]): Promise<void> =>
    withHeads(owner, async (heads) => {
      for (const key of keys) if (heads.has(key)) await drop(owner, key, heads)
    }).catch((error) => log.error('working copy not deleted', errorFields(error)))

  /** Deletes what is too old, of removed administrators too. Never throws. */
  async function removeOld(): Promise<void> {
    const owners = await listFiles(root).catch(() => [])
    for (const owner of owners)
      await withHeads(owner, async () => {}).catch((error) =>
        log.error('old working copies not deleted', errorFields(error)),
      )
  }

  const timer = setInterval(removeOld, DAY_MS).unref()
  return { list, get, put, remove, removeSaved, removeOld, close: () => clearInterval(timer) }
}

const missing = () => new NotFoundError('There is no such unsaved text.')
const TOO_MANY = `You have ${WORKING_COPIES_MAX} unsaved texts. Save or discard one of them first.`

const headOf = (key: string, { saved_at, fields }: Stored): WorkingCopyHead => ({
  key,
  title: fields.title,
  saved_at,
  deleted_at: new Date(Date.parse(saved_at) + LIFETIME_MS).toISOString(),
})
