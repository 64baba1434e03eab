import type { SQL } from 'bun'
import { createKeyedMutex } from '#server/lib/mutex.ts'
import type { KeyedStore, KeyedValues, StoredValue } from '#server/storage/keyed-store.ts'
import { type Connection, limitFor } from './connection.ts'

/** How the values of a folder of keys are in a table. */
export type Table = {
  /** Waits until no other transaction changes the value, and holds it until this one ends. The version before takes the same lock. */
  lock(tx: SQL, key: string): Promise<unknown>
  get(sql: SQL, key: string): Promise<{ value: string | null }[]>
  /** Stores the value, whatever there is. */
  put(tx: SQL, key: string, value: string): Promise<unknown>
  remove(tx: SQL, key: string): Promise<unknown>
  list(sql: SQL, prefix: string): Promise<StoredValue[]>
  keys?(sql: SQL, prefix: string): Promise<{ key: string }[]>
  expire?(sql: SQL, prefix: string, time: string): Promise<unknown>
  /** Limits of reading, and of a change with its callback; by default those of small queries. */
  readMs?: number
  changeMs?: number
}

/** The values of `tableOf(key)` on one connection. */
export const valuesIn = (sql: SQL, tableOf: (key: string) => Table): KeyedValues => ({
  async get(key) {
    const [row] = await tableOf(key).get(sql, key)
    return row?.value ?? undefined
  },
  put: async (key, value) => void (await tableOf(key).put(sql, key, value)),
  remove: async (key) => void (await tableOf(key).remove(sql, key)),
  async keys(prefix) {
    const table = tableOf(prefix)
    const rows = await (table.keys ?? table.list)(sql, prefix)
    return rows.map(({ key }) => key)
  },
})

/**
 * Values in rows, which the processes of a site share. Within a process, one change of a key runs at a time, because it holds a
 * connection while its callback may need another one. Functions throw `StorageError`.
 */
export function createTableStore({ run, transaction }: Connection, tableOf: (key: string) => Table): KeyedStore {
  const keyedMutex = createKeyedMutex()
  const reading = <T>(key: string, work: (sql: SQL) => Promise<T>) => run(work, tableOf(key).readMs)
  return {
    nameOf: (key) => key,
    get: (key) => reading(key, (sql) => valuesIn(sql, tableOf).get(key)),
    keys: (prefix) => reading(prefix, (sql) => valuesIn(sql, tableOf).keys(prefix)),
    list: (prefix) => reading(prefix, async (sql) => [...(await tableOf(prefix).list(sql, prefix))]),
    put: (key, value) => transaction((tx) => valuesIn(tx, tableOf).put(key, value), limitFor(Buffer.byteLength(value))),
    remove: (key) => transaction((tx) => valuesIn(tx, tableOf).remove(key)),
    update(keys, work, bytes = 0) {
      const sorted = [...new Set(keys)].sort()
      const limitMs = Math.max(limitFor(bytes), ...sorted.map((key) => tableOf(key).changeMs ?? 0))
      const change = () =>
        transaction(async (tx) => {
          for (const key of sorted) await tableOf(key).lock(tx, key)
          return work(valuesIn(tx, tableOf))
        }, limitMs)
      return keyedMutex(sorted, change)
    },
    expire: (prefix, time) => run(async (sql) => void (await tableOf(prefix).expire?.(sql, prefix, time))),
  }
}
