import { readdir } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { createKeyedMutex } from '#server/lib/mutex.ts'
import { ensurePrivateDir, readPrivateFile, removeFile, unlessMissing, writePrivateFile } from './files.ts'
import { readInodeBound, writeInodeBound } from './inode-bound-file.ts'
import type { KeyedStore, KeyedValues, StoredValue } from './keyed-store.ts'
import { withFileLock } from './locks.ts'

/** A copy of this file would give access, so only the original counts. */
const INODE_BOUND = 'sessions.json'

/**
 * Private files. `timeOf`: the time that a value has, by which it expires. JSON directly in the folder has a lock file beside it, because
 * commands change it, too; all else is changed by one process.
 */
export function createFileStore(folder: string, timeOf?: (value: string) => string | undefined): KeyedStore {
  const byFolder = createKeyedMutex()
  const pathOf = (key: string) => join(folder, key)
  /** Of values that this process has seen: their files are read once. */
  const times = new Map<string, string | undefined>()

  async function get(key: string): Promise<string | undefined> {
    const text = key === INODE_BOUND ? (await readInodeBound(pathOf(key)))?.text : await readPrivateFile(pathOf(key))
    return text?.replace(/\n$/, '')
  }

  async function put(key: string, value: string): Promise<void> {
    if (key === INODE_BOUND) return writeInodeBound(pathOf(key), value)
    times.delete(key)
    const parent = dirname(dirname(key))
    if (parent !== '.') await ensurePrivateDir(pathOf(parent))
    await writePrivateFile(pathOf(key), value)
  }

  async function remove(key: string): Promise<void> {
    times.delete(key)
    await removeFile(pathOf(key)).catch(unlessMissing)
  }

  async function keys(prefix: string): Promise<string[]> {
    const start = prefix.endsWith('/') ? prefix : dirname(prefix)
    const found = await readdir(pathOf(start), { withFileTypes: true, recursive: start !== '.' }).catch(unlessMissing)
    return (found ?? [])
      .filter((file) => file.isFile())
      .map((file) => relative(folder, join(file.parentPath, file.name)))
      .filter((key) => key.startsWith(prefix) && !key.split('/').some((name) => name.startsWith('.')))
      .sort()
  }

  async function list(prefix: string) {
    const found: StoredValue[] = []
    for (const key of await keys(prefix)) {
      const value = await get(key)
      if (value !== undefined) found.push({ key, value })
    }
    return found
  }

  async function expire(prefix: string, time: string): Promise<void> {
    for (const key of await keys(prefix)) {
      if (!times.has(key)) times.set(key, timeOf?.((await get(key)) ?? ''))
      const stored = times.get(key)
      if (stored !== undefined && stored <= time) await remove(key)
    }
  }

  const values: KeyedValues = { get, put, remove, keys }
  return {
    ...values,
    nameOf: pathOf,
    list,
    expire,
    update(changed, work) {
      const locked = changed.find((key) => key === basename(key) && key.endsWith('.json'))
      if (locked) return withFileLock(pathOf(locked.replace(/\.json$/, '.lock')), () => work(values))
      return byFolder(changed.map(dirname), () => work(values))
    },
  }
}
