import type { Database } from 'bun:sqlite'
import type { LeadKind } from '#contract/lead-query.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { type CacheDb, CacheLostError } from '#server/storage/cache-db.ts'
import { identityOf } from '#server/storage/locks.ts'
import { openIfExists, readBytes, readLines } from '#server/storage/read-log.ts'
import { addEvents, addLeads, createFingerprintIndexes, dropFingerprintIndexes } from './lead-rows.ts'

/** The logs of leads, in the order in which they are read: events refer to leads. */
const LOG_NAMES = ['registration', 'message', 'event'] as const
export type LeadLogName = (typeof LOG_NAMES)[number]

type LeadModelOptions = {
  cacheDb: CacheDb
  /** `end` is the position up to which a log is on disk. */
  logs: Record<LeadLogName, { path: string; end(): number }>
  /** Called with the offset of each damaged line when it is read. */
  onDamage?(name: LeadLogName, offset: number): void
}

/** How far a log was read, and the checksum that shows whether it is still the same log. */
type Position = { offset: number; checksum: string }

/**
 * What the server asks about leads, in SQLite: positions in the logs, filter fields, states, and fingerprints of what must
 * be unique, but no personal data in clear. The logs are the truth. The model follows them by offset before each answer,
 * and starts again when a log is not the one that was read. A lost database is filled again from the logs, in memory if
 * need be. Everything throws file system errors of the logs.
 */
export function createLeadModel({ cacheDb, logs, onDamage }: LeadModelOptions) {
  const exclusively = createMutex()
  /** Whether the stored positions were compared with the logs since startup. */
  let isVerified = false

  const positionOf = (name: LeadLogName): Position | null =>
    cacheDb.read((db) => db.query<Position, [string]>('select offset, checksum from lead_log where name = ?').get(name))

  const isCurrent = () => isVerified && LOG_NAMES.every((name) => positionOf(name)?.offset === logs[name].end())

  async function isUnchanged(name: LeadLogName): Promise<boolean> {
    const position = positionOf(name)
    const { path, end } = logs[name]
    if (!position || position.offset > end()) return false
    return position.checksum === (await checksumAt(path, position.offset))
  }

  async function follow() {
    const unchanged = await Promise.all(LOG_NAMES.map(isUnchanged))
    if (unchanged.includes(false)) await reset()
    for (const name of LOG_NAMES) await followLog(name)
    if (!isVerified) cacheDb.write(createFingerprintIndexes)
    isVerified = true
  }

  async function reset() {
    const start = { offset: 0, checksum: await checksumAt('', 0) }
    isVerified = false
    cacheDb.write((db) => {
      dropFingerprintIndexes(db)
      for (const table of ['lead', 'lead_event']) db.run(`delete from ${table}`)
      for (const name of LOG_NAMES) store(db, name, start)
    })
  }

  async function followLog(name: LeadLogName) {
    const { path, end } = logs[name]
    const from = positionOf(name)?.offset ?? 0
    if (from === end()) return
    for await (const lines of readLines(path, { from, end: end() })) {
      const offset = lines.reduce((start, { bytes }) => start + bytes.length, lines[0]?.offset ?? from)
      const position = { offset, checksum: await checksumAt(path, offset) }
      cacheDb.write((db) => {
        if (name === 'event') addEvents(db, lines)
        else addLeads(db, name, lines)
        store(db, name, position)
      })
      for (const { isDamaged, offset } of lines) if (isDamaged) onDamage?.(name, offset)
    }
  }

  /** Runs an action on an up-to-date model, and again if the database was lost. */
  async function read<T>(action: (db: Database) => T): Promise<T> {
    for (;;) {
      try {
        if (!isCurrent()) await exclusively(follow)
        return cacheDb.read(action)
      } catch (error) {
        unlessLost(error)
      }
    }
  }

  return {
    logs,
    read,
    /** Makes the next read start again with all logs. */
    rebuild: () => exclusively(reset).catch(unlessLost),
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
        // Unless everything succeeds, the next read compares the logs again, and starts again if one was replaced.
        isVerified = false
        if (!(await rewrite())) return
        try {
          const offset = positionOf(name)?.offset ?? 0
          // An error here must not report an erasure as failed that is on disk.
          const checksum = await checksumAt(logs[name].path, offset).catch(() => undefined)
          if (checksum === undefined) return
          cacheDb.write((db) => {
            change(db)
            store(db, name, { offset, checksum })
          })
          cacheDb.read((db) => db.run('pragma wal_checkpoint(truncate)'))
        } catch (error) {
          unlessLost(error)
        }
      }),
  }
}
export type LeadModel = ReturnType<typeof createLeadModel>

function store(db: Database, name: LeadLogName, { offset, checksum }: Position): void {
  db.query('insert or replace into lead_log (name, offset, checksum) values (?, ?, ?)').run(name, offset, checksum)
}

/** A lost database is filled again at the next read. */
function unlessLost(error: unknown): void {
  if (!(error instanceof CacheLostError)) throw error
}

const EDGE_BYTES = 4096

/** Identifies a log by device, inode, and the first and last 4 KB before the offset. */
async function checksumAt(path: string, offset: number): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  const file = offset > 0 ? await openIfExists(path) : undefined
  if (file) {
    const length = Math.min(EDGE_BYTES, offset)
    const edges = [0, offset - length].map((start) => readBytes(file, { offset: start, length }))
    for (const bytes of await Promise.all(edges).finally(() => file.close())) hash.update(bytes)
    hash.update(String(await identityOf(path)))
  }
  return hash.digest('base64url')
}
