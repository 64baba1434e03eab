import type { Database } from 'bun:sqlite'
import type { LeadKind } from '#contract/lead-query.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { type CacheDb, CacheLostError } from '#server/storage/cache-db.ts'
import { identityOf } from '#server/storage/file-lock.ts'
import { type LogLine, readLines } from '#server/storage/log-reader.ts'
import { addEvents, addLeads } from './lead-rows.ts'

/** The logs of leads, in the order in which they are read: events refer to leads. */
const LOG_NAMES = ['registration', 'message', 'event'] as const
export type LeadLogName = (typeof LOG_NAMES)[number]

/** `end` is the position up to which the log is on disk. */
export type ReadableLog = { path: string; end(): number }
export type ReadableLogs = Record<LeadLogName, ReadableLog>

/** How far a log was read. The bytes at both ends of that part show whether it is still the same log. */
type Position = { file: string; offset: number; head: Buffer; tail: Buffer }
const EDGE_BYTES = 4096
const NOTHING = Buffer.alloc(0)
const START: Position = { file: '', offset: 0, head: NOTHING, tail: NOTHING }

export type LeadModelOptions = {
  cacheDb: CacheDb
  logs: ReadableLogs
  /** Called with the offset of each damaged line when it is read. */
  onDamage?(name: LeadLogName, offset: number): void
}

/**
 * What the server asks about leads, in SQLite: positions in the logs, filter fields, state, and fingerprints of what must
 * be unique, but no personal data in clear. The logs are the truth. The model follows them by offset before each answer,
 * and starts again when a log is not the one that was read. A lost database is filled again from the logs, in memory if
 * need be. Everything throws file system errors of the logs.
 */
export function createLeadModel({ cacheDb, logs, onDamage }: LeadModelOptions) {
  const exclusively = createMutex()
  const positions = new Map<LeadLogName, Position>()
  cacheDb.onLost(() => positions.clear())

  const isCurrent = () => LOG_NAMES.every((name) => positions.get(name)?.offset === logs[name].end())

  async function follow() {
    if (!(await areLogsUnchanged())) reset()
    for (const name of LOG_NAMES) await followLog(name)
  }

  async function areLogsUnchanged(): Promise<boolean> {
    for (const name of LOG_NAMES) if (!(await isUnchanged(name))) return false
    return true
  }

  async function isUnchanged(name: LeadLogName): Promise<boolean> {
    const { path, end } = logs[name]
    const known = positions.get(name) ?? (await restorePosition(name))
    if (known) positions.set(name, known)
    if (!known || known.offset === 0) return known !== undefined
    return known.offset <= end() && known.file === (await identityOf(path))
  }

  /** Returns the stored position if the log still has the same bytes there. */
  async function restorePosition(name: LeadLogName): Promise<Position | undefined> {
    const stored = cacheDb.read((db) =>
      db
        .query<{ file: string; offset: number; checksum: string }, [string]>('select * from lead_log where name = ?')
        .get(name),
    )
    if (!stored) return
    const position = await positionAt(name, stored.offset)
    return checksumOf(position) === stored.checksum ? { ...position, file: stored.file } : undefined
  }

  async function positionAt(name: LeadLogName, offset: number): Promise<Position> {
    if (offset === 0) return START
    const { path } = logs[name]
    const bytes = async (from: number, to: number) => Buffer.from(await Bun.file(path).slice(from, to).bytes())
    const file = (await identityOf(path)) ?? ''
    if (file === '') return START
    const head = await bytes(0, Math.min(EDGE_BYTES, offset))
    return { file, offset, head, tail: await bytes(Math.max(0, offset - EDGE_BYTES), offset) }
  }

  function reset() {
    cacheDb.write((db) => {
      for (const table of ['lead', 'lead_event', 'lead_log']) db.run(`delete from ${table}`)
      for (const name of LOG_NAMES) store(db, name, START)
    })
    for (const name of LOG_NAMES) positions.set(name, START)
  }

  async function followLog(name: LeadLogName) {
    const { path, end } = logs[name]
    let position = positions.get(name) ?? START
    if (position.offset === end()) return
    const file = (await identityOf(path)) ?? ''
    for await (const lines of readLines(path, { from: position.offset, end: end() })) {
      const next = advance(position, file, lines)
      cacheDb.write((db) => {
        if (name === 'event') addEvents(db, lines)
        else addLeads(db, name, lines)
        store(db, name, next)
      })
      position = next
      positions.set(name, next)
      for (const { isDamaged, offset } of lines) if (isDamaged) onDamage?.(name, offset)
    }
  }

  /** Runs an action on an up-to-date model; once more if the database was lost meanwhile. */
  async function read<T>(action: (db: Database) => T): Promise<T> {
    for (;;) {
      try {
        if (!isCurrent()) await exclusively(follow)
        return cacheDb.read(action)
      } catch (error) {
        if (!(error instanceof CacheLostError)) throw error
      }
    }
  }

  /** Reads all logs again. */
  const rebuild = () =>
    exclusively(async () => {
      reset()
      await follow()
    })

  return {
    logs,
    read,
    rebuild,
    /** Whether a sign-up or message with this fingerprint is stored. */
    hasRequest: (kind: LeadKind, request: Uint8Array): Promise<boolean> =>
      read((db) => db.query('select 1 from lead where request = ? and kind = ?').get(request, kind) !== null),
    /** Which of these fingerprints belong to a stored sign-up. */
    takenNames: (username: Uint8Array, email: Uint8Array): Promise<{ username: boolean; email: boolean }> =>
      read((db) => ({
        username: db.query('select 1 from lead where username = ?').get(username) !== null,
        email: db.query('select 1 from lead where email = ?').get(email) !== null,
      })),
    /**
     * Runs `rewrite`, which replaces lines of a log and returns whether all lines kept their offset, and then `change`,
     * which does the same to the rows. The old rows are removed from the bytes of the database, too.
     */
    rewrite: (name: LeadKind, rewrite: () => Promise<boolean>, change: (db: Database) => void): Promise<void> =>
      exclusively(async () => {
        const offset = positions.get(name)?.offset ?? 0
        // Verified again after a failure, because the new log may be in place all the same.
        positions.delete(name)
        if (!(await rewrite())) return
        const position = await positionAt(name, offset)
        try {
          cacheDb.write((db) => {
            change(db)
            store(db, name, position)
          })
          cacheDb.read((db) => db.run('pragma wal_checkpoint(truncate)'))
          positions.set(name, position)
        } catch (error) {
          if (!(error instanceof CacheLostError)) throw error
        }
      }),
  }
}
export type LeadModel = ReturnType<typeof createLeadModel>

const checksumOf = ({ head, tail }: Position) =>
  new Bun.CryptoHasher('sha256').update(head).update(tail).digest('base64url')

function store(db: Database, name: LeadLogName, position: Position): void {
  db.query('insert or replace into lead_log (name, file, offset, checksum) values (?, ?, ?, ?)').run(
    name,
    position.file,
    position.offset,
    checksumOf(position),
  )
}

function advance({ offset, head, tail }: Position, file: string, lines: readonly LogLine[]): Position {
  const bytes = Buffer.concat(lines.map((line) => line.bytes))
  return {
    file,
    offset: offset + bytes.length,
    head:
      head.length < EDGE_BYTES ? Buffer.concat([head, bytes.subarray(0, EDGE_BYTES)]).subarray(0, EDGE_BYTES) : head,
    tail: Buffer.from(Buffer.concat([tail, bytes.subarray(-EDGE_BYTES)]).subarray(-EDGE_BYTES)),
  }
}
