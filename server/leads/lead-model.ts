import type { Database } from 'bun:sqlite'
import type { ContactMessage } from '#contract/contact.ts'
import { type LeadKind, leadStates } from '#contract/lead-query.ts'
import type { Registration } from '#contract/registration.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { type CacheDb, CacheLostError } from '#server/storage/cache-db.ts'
import { identityOf } from '#server/storage/locks.ts'
import { type LogLine, type LogRecord, openIfExists, readBytes, readLines } from '#server/storage/read-log.ts'
import { isLead, isTombstone, marksOf, normalize } from './lead-record.ts'

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

/**
 * `sort` is `at`, or the `sort` of the next line of the same log if that is earlier: the order of a log holds even where
 * the clock was set back. `username`, `email` and `request` are fingerprints.
 */
export const leadSchema = `
create table lead_log (name text primary key, offset integer not null, checksum text not null) without rowid;
create table lead (
  kind text not null, offset integer not null, length integer not null, id text, at text not null, sort text not null,
  listed integer not null, erased text, plan integer, marked integer not null,
  state text not null default 'new', read integer not null default 0,
  username blob, email blob, request blob,
  unique (kind, offset)
);
create index lead_order on lead (sort, kind, offset);
create index lead_id on lead (id);
create index lead_unread on lead (listed, read);
create index lead_erased on lead (id) where erased is not null;
create table lead_event (offset integer primary key, lead text not null, at text not null, state text, erased integer not null);
create index lead_event_lead on lead_event (lead)`

const FINGERPRINTS = ['username', 'email', 'request'] as const

/** While many leads are added: updating an index of random keys takes most of the time. */
export function dropFingerprintIndexes(db: Database): void {
  for (const column of FINGERPRINTS) db.run(`drop index if exists lead_${column}`)
}

export function createFingerprintIndexes(db: Database): void {
  for (const column of FINGERPRINTS)
    db.run(`create index if not exists lead_${column} on lead (${column}) where ${column} is not null`)
}

type NewRow = {
  kind: LeadKind
  offset: number
  length: number
  id: string | null
  at: string
  sort: string
  listed: boolean
  erased: string | null
  plan: number | null
  marked: boolean
} & Fingerprints

const INSERT_LEAD = `
insert or replace into lead (kind, offset, length, id, at, sort, listed, erased, plan, marked, username, email, request)
values ($kind, $offset, $length, $id, $at, $sort, $listed, $erased, $plan, $marked, $username, $email, $request)`

const LAST_LEAD = 'select sort from lead where kind = ? order by offset desc limit 1'

/** Adds rows for lines that follow the ones before, within a transaction. */
export function addLeads(db: Database, kind: LeadKind, lines: readonly LogLine[]): void {
  const rows = lines.flatMap((line) => rowsOf(kind, line))
  for (const [index, row] of [...rows.entries()].reverse()) {
    const next = rows[index + 1]?.sort ?? LATEST
    row.sort = row.at !== '' && row.at < next ? row.at : next
  }
  const [first] = rows
  if (!first) return
  const last = db.query<{ sort: string }, [string]>(LAST_LEAD).get(kind)
  if (last && last.sort > first.sort)
    db.query('update lead set sort = ?1 where kind = ?2 and sort > ?1').run(first.sort, kind)
  const insert = db.query(INSERT_LEAD)
  for (const row of rows) insert.run(row)
}

/** Sorts after any time. */
const LATEST = '\uffff'

/** A record that is no lead still takes its names. */
function rowsOf(kind: LeadKind, { record, offset, bytes }: LogLine): NewRow[] {
  if (!record) return []
  const prints = fingerprintsOf(kind, record)
  const listed = isLead(record)
  if (!listed && !isTombstone(record) && !prints.request) return []
  return [
    {
      kind,
      offset,
      length: bytes.length,
      id: typeof record.id === 'string' ? record.id : null,
      at: typeof record.at === 'string' ? record.at : '',
      sort: '',
      listed,
      erased: isTombstone(record) ? record.erased : null,
      plan: typeof record.plan === 'number' ? record.plan : null,
      marked: marksOf(record).length > 0,
      ...prints,
    },
  ]
}

/** Adds events, and sets the state of their leads. Other lines are skipped. */
export function addEvents(db: Database, lines: readonly LogLine[]): void {
  const insert = db.query('insert or replace into lead_event (offset, lead, at, state, erased) values (?, ?, ?, ?, ?)')
  const update = db.query('update lead set state = coalesce(?, state), read = 1 where id = ? and listed')
  for (const { record, offset } of lines) {
    if (typeof record?.lead !== 'string') continue
    const state = leadStates.find((known) => known === record.state) ?? null
    insert.run(offset, record.lead, String(record.at), state, record.erased === true)
    if (state !== null || record.read === true) update.run(state, record.lead)
  }
}

type Fingerprints = { username: Uint8Array | null; email: Uint8Array | null; request: Uint8Array | null }
type Identity = Pick<Registration, 'username' | 'email' | 'token'>
type Sent = Pick<ContactMessage, 'sending' | 'name' | 'company' | 'email' | 'phone' | 'message'>

/** What must be unique in a sign-up, regardless of case. `request` recognizes a repeat. */
export const signUpFingerprints = ({ username, email, token }: Identity) => ({
  username: fingerprint(normalize(username)),
  email: fingerprint(normalize(email)),
  request: fingerprint(token, normalize(email), normalize(username)),
})

/** Recognizes a repeated message. `undefined` for a form without an id, which never repeats. */
export const messageFingerprint = ({ sending, name, company, email, phone, message }: Sent) =>
  sending ? fingerprint(sending, name, company, email, phone, message) : undefined

function fingerprintsOf(kind: LeadKind, record: LogRecord): Fingerprints {
  const none = { username: null, email: null, request: null }
  if (kind === 'registration') return isIdentity(record) ? signUpFingerprints(record) : none
  return { ...none, request: (isSent(record) && messageFingerprint(record)) || null }
}

const areTexts = (values: readonly unknown[]) => values.every((value) => typeof value === 'string')

const isIdentity = (record: LogRecord): record is LogRecord & Identity =>
  areTexts([record.username, record.email, record.token])

const isSent = (record: LogRecord): record is LogRecord & Sent =>
  areTexts([record.sending, record.name, record.company, record.email, record.phone, record.message])

/** 64 bits of SHA-256: the database needs to compare these texts, not to know them. */
const fingerprint = (...texts: string[]): Uint8Array =>
  new Uint8Array(new Bun.CryptoHasher('sha256').update(JSON.stringify(texts)).digest().subarray(0, 8))
