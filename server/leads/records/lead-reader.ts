import { type LeadFilter, type LeadKind, leadKinds } from '#contract/lead-query.ts'
import type { Lead, LeadCard, LeadEvent, LeadList } from '#contract/leads.ts'
import { NotFoundError, ValidationError } from '#server/lib/errors.ts'
import type { LinePlace, LogRecord } from '#server/storage/read-log.ts'
import type { LeadModel } from './lead-model.ts'
import { cardOf, isLead, type LeadRecord, type LeadStatus, leadOf, normalize } from './lead-record.ts'
import { createLeadTexts } from './lead-texts.ts'

type LeadRow = LinePlace & LeadStatus & { kind: LeadKind; id: string; sort: string }
export type LeadLine = LeadRow & { record: LeadRecord }
type Condition = readonly [sql: string, ...values: (string | number)[]]

/** Leads that are read at once for an export. */
const BATCH = 500
/** Of more leads than these, SQLite finds the newest ones sooner by their order than by their rows. */
const FEW = 2_000

const NEWEST_FIRST = 'sort desc, kind desc, offset desc'
const LISTED: Condition = ['erased is null']

/** Finds leads in the model and reads their records from the logs. Everything throws file system errors. */
export function createLeadReader(model: LeadModel) {
  const { logs, read } = model

  const select = (conditions: readonly Condition[], limit: number, order = NEWEST_FIRST): Promise<LeadRow[]> =>
    read((db) => {
      const where = conditions.map(([sql]) => sql).join(' and ')
      const sql = `select kind, offset, length, id, sort, state, read from lead where ${where} order by ${order} limit ?`
      const values = conditions.flatMap(([, ...values]) => values)
      const rows = db.query<LeadRow, (string | number)[]>(sql).all(...values, limit)
      return rows.map((row) => ({ ...row, read: Boolean(row.read) }))
    })

  async function recordsOf(rows: readonly (LinePlace & { kind: LeadKind })[]): Promise<Map<LinePlace, LogRecord>> {
    const inLog = (kind: LeadKind) => rows.filter((row) => row.kind === kind)
    const found = await Promise.all(leadKinds.map((kind) => logs[kind].records(inLog(kind))))
    return new Map(found.flatMap((records) => [...records]))
  }

  const texts = createLeadTexts({ model, recordsOf })

  /** The condition that leads contain all words. A sign before a column keeps SQLite from looking rows up by it. */
  async function containing(words: readonly string[]): Promise<Condition> {
    const { found, others, last } = await texts.divide(words)
    if (found.length > others.length)
      return ['+rowid <= ? and +rowid not in (select value from json_each(?))', last, JSON.stringify(others)]
    const column = found.length > FEW ? '+rowid' : 'rowid'
    return [`${column} in (select value from json_each(?))`, JSON.stringify(found)]
  }

  /** Returns the leads with their records. Erased ones are missing in `lines`. */
  async function load(
    query: () => Promise<LeadRow[]>,
    isRepeat = false,
  ): Promise<{ rows: LeadRow[]; lines: LeadLine[] }> {
    const rows = await query()
    const records = await recordsOf(rows)
    const lines = rows.flatMap((row): LeadLine[] => {
      const record = records.get(row)
      return record && isLead(record) && record.id === row.id ? [{ ...row, record }] : []
    })
    if (lines.length === rows.length || isRepeat) return { rows, lines }
    // Another program changed the log where the model does not look.
    await model.rebuild()
    return load(query, true)
  }

  async function find(id: string): Promise<LeadLine> {
    const { lines } = await load(() => select([LISTED, ['id = ?', id]], 1))
    if (!lines[0]) throw new NotFoundError('There is no such lead.')
    return lines[0]
  }

  async function* matching(filter: LeadFilter, before: string | undefined, batch: number): AsyncGenerator<LeadLine[]> {
    const words = wordsOf(filter.q)
    // The lead `before` may be erased by now, but its row is still there.
    let [last] = before === undefined ? [] : await select([['id = ?', before]], 1)
    if (before !== undefined && !last) throw new ValidationError({ before: { message: 'There is no such lead.' } })
    for (;;) {
      const version = model.version()
      const found = words.length > 0 ? [await containing(words)] : []
      const { rows, lines } = await load(() => select([...conditionsOf(filter, last), ...found], batch))
      if (found.length > 0 && version !== model.version()) continue
      yield lines
      if (rows.length < batch) return
      last = rows.at(-1)
    }
  }

  const UNREAD = 'select count(*) n from lead where read = 0 and erased is null'
  const unread = () => read((db) => db.query<{ n: number }, []>(UNREAD).get()?.n ?? 0)

  const EVENTS = 'select at, state from lead_event where lead = ? and state is not null order by offset'
  const eventsOf = (id: string) => read((db) => db.query<LeadEvent, [string]>(EVENTS).all(id))

  return {
    /** Throws `NotFoundError`. */
    find,

    /** Throws `NotFoundError`. */
    async get(id: string): Promise<Lead> {
      const line = await find(id)
      return leadOf(line.kind, line.record, line, await eventsOf(id))
    },

    /** Returns at most `limit` leads, newest first, that follow the lead `before`. Throws `ValidationError` if it does not exist. */
    async list(filter: LeadFilter, limit: number, before: string | undefined): Promise<LeadList> {
      const found: LeadCard[] = []
      for await (const lines of matching(filter, before, limit + 1)) {
        found.push(...lines.map((line) => cardOf(line.kind, line.record, line)))
        if (found.length > limit) break
      }
      // A search may be next. It reports what fails here.
      if (filter.q === '') void texts.prepare().catch(() => {})
      const leads = found.slice(0, limit)
      return { leads, next: found.length > limit ? (leads.at(-1)?.id ?? null) : null, unread: await unread() }
    },

    /** All leads that match, newest first, in batches, which may be empty. */
    all: (filter: LeadFilter): AsyncGenerator<LeadLine[]> => matching(filter, undefined, BATCH),

    /** The first lead in a log whose line starts at the offset or later. */
    async firstFrom(kind: LeadKind, offset: number): Promise<LeadLine | undefined> {
      const { lines } = await load(() => select([LISTED, ['kind = ?', kind], ['offset >= ?', offset]], 1, 'offset'))
      return lines[0]
    },

    /** Where the line of a lead ends, erased or not. */
    async endOf(kind: LeadKind, id: string): Promise<number | undefined> {
      const [row] = await select([['kind = ? and id = ?', kind, id]], 1)
      return row && row.offset + row.length
    },
  }
}
export type LeadReader = ReturnType<typeof createLeadReader>

function conditionsOf(filter: LeadFilter, last: LeadRow | undefined): Condition[] {
  const { kind, state, plan, marked, read, from, to } = filter
  const conditions: (Condition | false | undefined)[] = [
    LISTED,
    last && ['(sort, kind, offset) < (?, ?, ?)', last.sort, last.kind, last.offset],
    kind !== undefined && ['kind = ?', kind],
    state !== undefined && ['state = ?', state],
    plan !== undefined && ['plan = ?', plan],
    marked !== undefined && ['marked = ?', Number(marked === 'yes')],
    read !== undefined && ['read = ?', Number(read === 'yes')],
    from !== undefined && ['substr(at, 1, 10) >= ?', from],
    to !== undefined && ['substr(at, 1, 10) <= ?', to],
  ]
  return conditions.filter((condition) => condition !== false && condition !== undefined)
}

const wordsOf = (query: string): string[] => normalize(query).split(/\s+/).filter(Boolean)
