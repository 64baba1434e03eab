import type { SQL } from 'bun'
import { WORKING_COPY_KEY } from '#contract/post-form.ts'
import type { WorkingCopyHead } from '#contract/writing.ts'
import { type Connection, LARGE_READ_MS, limitFor } from '#server/database/connection.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import {
  checkPut,
  copyFrom,
  copyText,
  cutoff,
  DAY_MS,
  headOf,
  missing,
  readCopy,
  type StoredCopy,
  type WorkingCopies,
} from './working-copy.ts'

/** The first half of the advisory locks of administrators: any number that no other locks here begin with. */
const LOCK = 7_254_026
/** A copy is stored at least this much later than the one that it replaces, whatever the clocks of the replicas say. */
const STEP_MS = 1

type Options = { connection: Connection; now(): Date; log: Log }
type Row = { key: string; copy: string }

/** Working copies in PostgreSQL, which all replicas share. */
export function createPostgresWorkingCopies({ connection: { run, transaction }, now, log }: Options): WorkingCopies {
  const oldest = () => cutoff(now())

  function parseRow({ key, copy }: Row): StoredCopy | undefined {
    const parsed = readCopy(copy)
    if (typeof parsed === 'object') return parsed.known
    log.warn('working copy not read', { key, reason: parsed })
    return undefined
  }

  const list: WorkingCopies['list'] = async (owner) => {
    const rows = await run(
      (sql) => sql<Row[]>`
        select key, copy from site_working_copy where owner = ${owner} and saved_at > ${oldest()} order by saved_at desc`,
      LARGE_READ_MS,
    )
    return rows.flatMap((row) => {
      const copy = parseRow(row)
      return copy ? [headOf(row.key, copy)] : []
    })
  }

  const get: WorkingCopies['get'] = async (owner, key) => {
    const [row] = await run(
      (sql) => sql<Row[]>`
        select key, copy from site_working_copy where owner = ${owner} and key = ${key} and saved_at > ${oldest()}`,
      LARGE_READ_MS,
    )
    const stored = row && parseRow(row)
    if (!stored) throw missing()
    return copyFrom(key, stored)
  }

  const put: WorkingCopies['put'] = async (owner, key, { replaces, ...copy }) => {
    if (!WORKING_COPY_KEY.test(key)) throw missing()
    /** One replica at a time: the copies of an administrator are counted. */
    const store = async (tx: SQL): Promise<WorkingCopyHead> => {
      await tx`select pg_advisory_xact_lock(${LOCK}::int, hashtext(${owner}))`
      await tx`delete from site_working_copy where owner = ${owner} and saved_at <= ${oldest()}`
      const rows = await tx<{ key: string; saved_at: string }[]>`
        select key, saved_at from site_working_copy where owner = ${owner}`
      const before = rows.find((row) => row.key === key)
      checkPut(before, rows.length, { replaces })
      const stored = { saved_at: timeAfter(before), ...copy }
      const [row] = await tx<{ copy: string }[]>`
        select copy from site_working_copy where owner = ${owner} and key = ${key}`
      const text = copyText(stored, row && readCopy(row.copy))
      await tx`
        insert into site_working_copy (owner, key, saved_at, put_id, copy)
        values (${owner}, ${key}, ${stored.saved_at}, gen_random_uuid(), ${text})
        on conflict (owner, key) do update
        set saved_at = excluded.saved_at, put_id = excluded.put_id, copy = excluded.copy`
      return headOf(key, stored)
    }
    // The copy before is read, too.
    return transaction(store, limitFor(2 * Buffer.byteLength(JSON.stringify(copy))))
  }

  function timeAfter(before: { saved_at: string } | undefined): string {
    const earliest = before ? Date.parse(before.saved_at) + STEP_MS : 0
    return new Date(Math.max(now().getTime(), earliest)).toISOString()
  }

  const drop = (owner: string, key: string) =>
    transaction((tx) => tx`delete from site_working_copy where owner = ${owner} and key = ${key}`)

  const remove: WorkingCopies['remove'] = async (owner, key) => {
    const rows = await run(
      (sql) => sql`
        select 1 from site_working_copy where owner = ${owner} and key = ${key} and saved_at > ${oldest()}`,
    )
    if (rows.length === 0) throw missing()
    await drop(owner, key)
  }

  const removeSaved: WorkingCopies['removeSaved'] = async (owner, keys) => {
    try {
      for (const key of keys) await drop(owner, key)
    } catch (error) {
      log.error('working copy not deleted', errorFields(error))
    }
  }

  const removeOld: WorkingCopies['removeOld'] = async () => {
    await run((sql) => sql`delete from site_working_copy where saved_at <= ${oldest()}`).catch((error) =>
      log.error('old working copies not deleted', errorFields(error)),
    )
  }

  const allText: WorkingCopies['allText'] = async () => {
    const rows = await run((sql) => sql<{ copy: string }[]>`select copy from site_working_copy`, LARGE_READ_MS)
    return rows.map(({ copy }) => copy).join('\n')
  }

  const timer = setInterval(removeOld, DAY_MS).unref()
  return { list, get, put, remove, removeSaved, removeOld, allText, close: () => clearInterval(timer) }
}
