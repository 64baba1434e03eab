import { dirname } from 'node:path'
import { createKeyedMutex } from '#server/lib/mutex.ts'

export type StoredValue = { key: string; value: string }

/** Reads and changes values, which are texts without a line break at their end. */
export type KeyedValues = {
  get(key: string): Promise<string | undefined>
  put(key: string, value: string): Promise<void>
  /** Does nothing where there is no value. */
  remove(key: string): Promise<void>
  /** Returns the keys that begin with `prefix`, sorted. */
  keys(prefix: string): Promise<string[]>
}

/**
 * Small values under keys: private files, rows of PostgreSQL, or memory. A key is the path that the value's file has in the folder of
 * private files, in every store. Functions throw what the store throws: file system errors and `OperatorError`, or `StorageError`.
 */
export type KeyedStore = KeyedValues & {
  /** Returns what messages call a value: the path of a file. */
  nameOf(key: string): string
  /** Returns all values whose keys begin with `prefix`, sorted by key. */
  list(prefix: string): Promise<StoredValue[]>
  /**
   * Runs `work` while no process can change the values of these keys, and in PostgreSQL in one transaction, which may run twice. Work on
   * one folder of keys runs one after the other. `bytes`: how much it reads and writes.
   */
  update<Result>(
    keys: readonly string[],
    work: (values: KeyedValues) => Promise<Result>,
    bytes?: number,
  ): Promise<Result>
  /** Deletes the values with this prefix that are from that time, or before. Those without a time stay. */
  expire(prefix: string, time: string): Promise<void>
}

/** Values that end with the process, at most `maxPerFolder` in each folder: beyond it, the one that was put first is dropped. */
export function createMemoryStore(maxPerFolder: number): Pick<KeyedStore, 'get' | 'update'> {
  const folders = new Map<string, Map<string, string>>()
  const keyedMutex = createKeyedMutex()
  const valuesOf = (key: string) => folders.get(dirname(key)) ?? new Map<string, string>()
  const values: KeyedValues = {
    get: async (key) => valuesOf(key).get(key),
    async put(key, value) {
      const folder = valuesOf(key)
      folders.set(dirname(key), folder)
      folder.delete(key)
      folder.set(key, value)
      for (const oldest of folder.keys()) {
        if (folder.size <= maxPerFolder) break
        folder.delete(oldest)
      }
    },
    remove: async (key) => void valuesOf(key).delete(key),
    keys: async (prefix) => [...valuesOf(prefix).keys()].filter((key) => key.startsWith(prefix)).sort(),
  }
  return { get: values.get, update: (keys, work) => keyedMutex(keys, () => work(values)) }
}
