import type { LeadKind } from '#contract/lead-query.ts'
import { createMutex } from '#server/lib/mutex.ts'
import type { LinePlace, LogRecord } from '#server/storage/read-log.ts'
import type { LeadModel } from './lead-model.ts'
import { isLead, searchText } from './lead-record.ts'

type Row = LinePlace & { row: number; kind: LeadKind; id: string }

/** Leads that are read at once. */
const BATCH = 500
/** Afterwards the memory is free for pages. */
const IDLE_MS = 10 * 60_000

const ROWS = `select rowid as row, kind, offset, length, id from lead
  where rowid > ? and erased is null order by rowid limit ${BATCH}`

type Options = {
  model: LeadModel
  /** Reads the records of these rows from the logs. */
  recordsOf(rows: readonly Row[]): Promise<ReadonlyMap<LinePlace, LogRecord>>
}

/**
 * The texts that a search looks into, so that a search reads no records but those that it finds. They are personal data: in memory
 * alone, and only until leads have not been listed for ten minutes.
 */
export function createLeadTexts({ model, recordsOf }: Options) {
  const mutex = createMutex()
  let texts = new Map<number, string>()
  /** The last row that was read, and the version of the model that has it. */
  let last = 0
  let version = 0
  let timer: Timer | undefined

  function drop(): void {
    texts = new Map()
    last = 0
  }

  /** Reads what was stored since. The rows may be replaced between two batches. */
  async function follow(): Promise<void> {
    for (;;) {
      const rows = await model.read((db) => db.query<Row, [number]>(ROWS).all(last))
      if (version !== model.version()) {
        version = model.version()
        drop()
        continue
      }
      if (rows.length === 0) return
      const records = await recordsOf(rows)
      if (version !== model.version()) continue
      for (const row of rows) {
        const record = records.get(row)
        const isRead = record && isLead(record) && record.id === row.id
        texts.set(row.row, isRead ? searchText(row.kind, record) : '')
      }
      last = rows.at(-1)?.row ?? last
    }
  }

  /** Reads all texts that are not there yet. Throws file system errors. */
  function prepare(): Promise<void> {
    clearTimeout(timer)
    timer = setTimeout(drop, IDLE_MS).unref()
    return mutex(follow)
  }

  return {
    prepare,
    /** Returns the rows of the model up to `last`: those whose leads contain all words, and the others. Throws file system errors. */
    async divide(words: readonly string[]): Promise<{ found: number[]; others: number[]; last: number }> {
      await prepare()
      const found: number[] = []
      const others: number[] = []
      for (const [row, text] of texts) (words.every((word) => text.includes(word)) ? found : others).push(row)
      return { found, others, last }
    },
  }
}
