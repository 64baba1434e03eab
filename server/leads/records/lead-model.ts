import type { Database } from 'bun:sqlite'
import * as v from 'valibot'
import { type LeadKind, leadStates } from '#contract/lead-query.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { type CacheDb, CacheLostError } from '#server/storage/cache-db.ts'
import type { LogLine, LogRecord } from '#server/storage/read-log.ts'
import type { LogReader, UniqueKeys } from '#server/storage/record-log.ts'
import { isLead, isTombstone, marksOf, normalize } from './lead-record.ts'

/** The logs of leads, in the order in which they are read: events refer to leads. */
const LOG_NAMES = ['registration', 'message', 'event'] as const
export type LeadLogName = (typeof LOG_NAMES)[number]

/**
 * `sort` is `at`, or the `at` of a later line of the same log if that is earlier: the order of a log holds even where the
 * clock was set back. `erased` is the time of a tombstone. `username`, `email` and `request` are fingerprints.
 */
export const leadSchema = `
create table lead_log (name text primary key, offset integer not null, checksum text not null) without rowid;
create table lead (
  kind text not null, offset integer not null, length integer not null, id text not null, at text not null,
  sort text not null, erased text, plan integer, marked integer not null,
  state text not null default 'new', read integer not null default 0,
  username blob, email blob, request blob,
  unique (kind, offset)
);
create index lead_order on lead (sort, kind, offset);
create index lead_id on lead (id);
create index lead_unread on lead (read) where erased is null;
create index lead_erased on lead (id) where erased is not null;
create index lead_username on lead (username) where username is not null;
create index lead_email on lead (email) where email is not null;
create index lead_request on lead (request) where request is not null;
create table lead_event (offset integer primary key, lead text not null, at text not null, state text, erased integer not null);
create index lead_event_lead on lead_event (lead)`

type LeadModelOptions = {
  cacheDb: CacheDb
  logs: Record<LeadLogName, LogReader>
  /** Called with the offset of each damaged line when it is read. */
  onDamage?(name: LeadLogName, offset: number): void
}

/** How far a log was read, and the checksum that shows whether it is still the same log. */
type Position = { offset: number; checksum: string }
const START: Position = { offset: 0, checksum: '' }
const POSITION = 'select offset, checksum from lead_log where name = ?'
const STORE_POSITION = 'insert or replace into lead_log (name, offset, checksum) values (?, ?, ?)'

/**
 * What the server asks about leads, in SQLite: positions in the logs, filter fields, states, and fingerprints of what must
 * be unique, but no personal data in clear. The logs are the truth. The model follows them by offset before each answer,
 * and starts again when a log is not the one that was read. A lost database is filled again from the logs, in memory if
 * need be. Everything throws file system errors of the logs.
 */
export function createLeadModel({ cacheDb, logs, onDamage }: LeadModelOptions) {
  const mutex = createMutex()
  /** The generations of the logs when the stored positions were last compared with them. */
  let verified: string | undefined
  let version = 0
  cacheDb.onLost(() => version++)

  const positionOf = (name: LeadLogName): Position =>
    cacheDb.read((db) => db.query<Position, [string]>(POSITION).get(name)) ?? START

  const generations = () => LOG_NAMES.map((name) => logs[name].generation()).join(' ')

  const isCurrent = () =>
    verified === generations() && LOG_NAMES.every((name) => positionOf(name).offset === logs[name].end())

  async function isUnchanged(name: LeadLogName): Promise<boolean> {
    const { offset, checksum } = positionOf(name)
    const { end, checksumAt } = logs[name]
    return offset === 0 || (offset <= end() && checksum === (await checksumAt(offset)))
  }

  /** Removes what the model had from the bytes of the database, too. */
  function reset() {
    verified = undefined
    version++
    cacheDb.write((db) => {
      for (const table of ['lead', 'lead_event', 'lead_log']) db.run(`delete from ${table}`)
    })
    cacheDb.read((db) => db.run('pragma wal_checkpoint(truncate)'))
  }

  async function follow() {
    const seen = generations()
    const unchanged = await Promise.all(LOG_NAMES.map(isUnchanged))
    if (unchanged.includes(false)) reset()
    for (const name of LOG_NAMES) await followLog(name)
    verified = seen
  }

  async function followLog(name: LeadLogName) {
    const { lines: linesOf, end, checksumAt } = logs[name]
    for await (const lines of linesOf({ from: positionOf(name).offset, end: end() })) {
      const offset = lines.reduce((_, line) => line.offset + line.bytes.length, 0)
      const checksum = await checksumAt(offset)
      cacheDb.write((db) => {
        if (name === 'event') addEvents(db, lines)
        else addLeads(db, name, lines)
        db.query(STORE_POSITION).run(name, offset, checksum)
      })
      for (const line of lines) if (line.isDamaged) onDamage?.(name, line.offset)
    }
  }

  /** Runs the action again if the database was lost, which is empty then. */
  async function withDatabase<T>(action: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await action()
      } catch (error) {
        if (!(error instanceof CacheLostError)) throw error
      }
    }
  }

  /** Runs an action on an up-to-date model. */
  const read = <T>(action: (db: Database) => T): Promise<T> =>
    withDatabase(async () => {
      await Promise.all(LOG_NAMES.map((name) => logs[name].refresh()))
      if (isCurrent()) return cacheDb.read(action)
      return mutex(async () => {
        if (!isCurrent()) await follow()
        return cacheDb.read(action)
      })
    })

  return {
    logs,
    read,
    /** Changes when all rows are replaced: those that were read before are of other leads. */
    version: () => version,
    /** Starts again with all logs. */
    rebuild: (): Promise<void> =>
      withDatabase(() =>
        mutex(async () => {
          await Promise.all(LOG_NAMES.map((name) => logs[name].refresh()))
          reset()
          await follow()
        }),
      ),
    /** Whether a sign-up or message with this fingerprint is stored. */
    has: (kind: LeadKind, column: 'username' | 'email' | 'request', fingerprint: Uint8Array): Promise<boolean> =>
      read((db) => db.query(`select 1 from lead where kind = ? and ${column} = ?`).get(kind, fingerprint) !== null),
  }
}
export type LeadModel = ReturnType<typeof createLeadModel>

const INSERT_LEAD = `
insert or replace into lead (kind, offset, length, id, at, sort, erased, plan, marked, username, email, request)
values ($kind, $offset, $length, $id, $at, $at, $erased, $plan, $marked, $username, $email, $request)`

/** Adds rows for lines that follow the ones before. Lines that are neither leads nor tombstones are skipped. */
function addLeads(db: Database, kind: LeadKind, lines: readonly LogLine[]): void {
  const insert = db.query(INSERT_LEAD)
  const setBack = db.query('update lead set sort = ?1 where kind = ?2 and sort > ?1')
  const LAST = 'select sort from lead where kind = ? order by offset desc limit 1'
  let last = db.query<{ sort: string }, [string]>(LAST).get(kind)?.sort ?? ''
  for (const { record, offset, bytes } of lines) {
    if (!record || !(isLead(record) || isTombstone(record))) continue
    const { id, at } = record
    const erased = isTombstone(record) ? record.erased : null
    if (at < last) setBack.run(at, kind)
    const plan = typeof record.plan === 'number' ? record.plan : null
    const marked = marksOf(record).length > 0
    const place = { kind, offset, length: bytes.length }
    insert.run({ ...place, id, at, erased, plan, marked, ...fingerprintsOf(kind, record) })
    last = at
  }
}

/** Adds events, and sets the state of their leads. Other lines are skipped. */
function addEvents(db: Database, lines: readonly LogLine[]): void {
  const insert = db.query('insert or replace into lead_event (offset, lead, at, state, erased) values (?, ?, ?, ?, ?)')
  const update = db.query('update lead set state = coalesce(?, state), read = 1 where id = ? and erased is null')
  for (const { record, offset } of lines) {
    if (typeof record?.lead !== 'string') continue
    const state = leadStates.find((known) => known === record.state) ?? null
    insert.run(offset, record.lead, String(record.at), state, record.erased === true)
    if (state !== null || record.read === true) update.run(state, record.lead)
  }
}

const text = v.string()
const IdentitySchema = v.object({ username: text, email: text, token: text })
const SentSchema = v.object({ sending: text, name: text, company: text, email: text, phone: text, message: text })

/** What must be unique in a sign-up, regardless of case. `request` recognizes a repeat. */
export const signUpFingerprints = ({ username, email, token }: v.InferOutput<typeof IdentitySchema>) => ({
  username: fingerprint(normalize(username)),
  email: fingerprint(normalize(email)),
  request: fingerprint(token, normalize(email), normalize(username)),
})

/** Recognizes a repeated message. `undefined` for a form without an id, which never repeats. */
export const messageFingerprint = (sent: v.InferOutput<typeof SentSchema>) => {
  const { sending, name, company, email, phone, message } = sent
  return sending ? fingerprint(sending, name, company, email, phone, message) : undefined
}

function fingerprintsOf(kind: LeadKind, record: LogRecord) {
  const none = { username: null, email: null, request: null }
  if (kind === 'registration') return v.is(IdentitySchema, record) ? signUpFingerprints(record) : none
  return { ...none, request: (v.is(SentSchema, record) && messageFingerprint(record)) || null }
}

/** What a database must not store twice, as in the model. */
export function uniqueKeysOf(kind: LeadLogName, record: LogRecord): UniqueKeys {
  if (kind === 'event' || !isLead(record)) return {}
  const found = Object.entries(fingerprintsOf(kind, record))
  return Object.fromEntries(found.flatMap(([key, bytes]) => (bytes ? [[key, Buffer.from(bytes).toString('hex')]] : [])))
}

/** 64 bits of SHA-256: the database needs to compare these texts, not to know them. */
const fingerprint = (...texts: string[]): Uint8Array =>
  new Uint8Array(new Bun.CryptoHasher('sha256').update(JSON.stringify(texts)).digest().subarray(0, 8))
