import { join } from 'node:path'
import { WORKING_COPY_KEY } from '#contract/post-form.ts'
import type { WorkingCopyHead } from '#contract/writing.ts'
import { DomainError, StorageError } from '#server/lib/errors.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { createKeyedMutex } from '#server/lib/mutex.ts'
import { ensurePrivateDir, listFiles, readText, removeFile, replaceFile, unlessMissing } from '#server/storage/files.ts'
import {
  checkPut,
  copyFrom,
  copyText,
  DAY_MS,
  headOf,
  missing,
  type ReadCopy,
  readCopy,
  type StoredCopy,
  type WorkingCopies,
} from './working-copy.ts'

/** The folder of copies in the private folder: `drafts/{administrator}/{key}.json`. */
export const COPIES_FOLDER = 'drafts'

type Options = {
  /** Of private files. */
  folder: string
  now(): Date
  log: Log
}

/** Working copies as files that are in backups and never in git. */
export function createWorkingCopies({ folder, now, log }: Options): WorkingCopies {
  const root = join(folder, COPIES_FOLDER)
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

  async function readAny(owner: string, key: string): Promise<ReadCopy | undefined> {
    const text = await readText(fileOf(owner, key)).catch(unlessMissing)
    return text === undefined ? undefined : readCopy(text)
  }

  /** A damaged file counts as none, like one of an unknown version. */
  async function read(owner: string, key: string): Promise<StoredCopy | undefined> {
    const copy = await readAny(owner, key)
    if (typeof copy === 'object') return copy.known
    if (copy) log.warn('working copy not read', { key, reason: copy })
    return undefined
  }

  async function drop(owner: string, key: string, heads: Map<string, WorkingCopyHead>): Promise<void> {
    await removeFile(fileOf(owner, key)).catch(unlessMissing)
    heads.delete(key)
  }

  const list: WorkingCopies['list'] = (owner) =>
    withHeads(owner, async (heads) =>
      [...heads.values()].sort((one, other) => (one.saved_at < other.saved_at ? 1 : -1)),
    )

  const get: WorkingCopies['get'] = (owner, key) =>
    withHeads(owner, async (heads) => {
      const stored = heads.has(key) ? await read(owner, key) : undefined
      if (!stored) throw missing()
      return copyFrom(key, stored)
    })

  const put: WorkingCopies['put'] = (owner, key, { replaces, ...copy }) =>
    withHeads(owner, async (heads) => {
      if (!WORKING_COPY_KEY.test(key)) throw missing()
      checkPut(heads.get(key), heads.size, { replaces })
      const stored = { saved_at: now().toISOString(), ...copy }
      const text = copyText(stored, await readAny(owner, key))
      await ensurePrivateDir(root)
      await ensurePrivateDir(folderOf(owner))
      await replaceFile(fileOf(owner, key), `${text}\n`, { mode: 0o600 })
      const head = headOf(key, stored)
      heads.set(key, head)
      return head
    })

  const remove: WorkingCopies['remove'] = (owner, key) =>
    withHeads(owner, async (heads) => {
      if (!heads.has(key)) throw missing()
      await drop(owner, key, heads)
    })

  const removeSaved: WorkingCopies['removeSaved'] = (owner, keys) =>
    withHeads(owner, async (heads) => {
      for (const key of keys) if (heads.has(key)) await drop(owner, key, heads)
    }).catch((error) => log.error('working copy not deleted', errorFields(error)))

  async function removeOld(): Promise<void> {
    const owners = await listFiles(root).catch(() => [])
    for (const owner of owners)
      await withHeads(owner, async () => {}).catch((error) =>
        log.error('old working copies not deleted', errorFields(error)),
      )
  }

  async function allText(): Promise<string> {
    const names = await Array.fromAsync(new Bun.Glob('*/*.json').scan({ cwd: root })).catch(() => [])
    const texts = names.map((name) => readText(join(root, name)).catch(() => ''))
    return (await Promise.all(texts)).join('\n')
  }

  const timer = setInterval(removeOld, DAY_MS).unref()
  return { list, get, put, remove, removeSaved, removeOld, allText, close: () => clearInterval(timer) }
}
