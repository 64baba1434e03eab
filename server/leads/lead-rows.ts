import type { Database } from 'bun:sqlite'
import type { ContactMessage } from '#contract/contact.ts'
import { type LeadKind, leadStates } from '#contract/lead-query.ts'
import type { Registration } from '#contract/registration.ts'
import type { LogLine, LogRecord } from '#server/storage/read-log.ts'
import { isLead, isTombstone, marksOf, normalize } from './lead-record.ts'

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
