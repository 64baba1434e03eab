import { createHash } from 'node:crypto'
import type { LogName } from '#server/database/log-states.ts'
import type { StoredLine } from '#server/database/transfer.ts'
import { isTombstone } from '#server/leads/records/lead-record.ts'
import type { LogRecord } from '#server/storage/read-log.ts'

/** What a move does with the records of a log. */
export type MergeCounts = {
  /** Records that only the source has, with the duplicates. */
  added: number
  /** Records whose e-mail, username or request another record has: they are added, and marked with its id. */
  duplicates: number
  /** Records that both have. The target's stays. */
  there: number
  /** Of these, the ones that differ. */
  differs: number
  /** Leads that are erased in the source, and not yet in the target. */
  erased: number
}
export type MergedLog = MergeCounts & { log: LogName; sha256: string }

/** A record of the target that is an erased lead in the source. */
export type Erasure = { id: string; offset: number; line: StoredLine }

/** The records of the target, as far as a merge has to know them. */
export type LogIndex = Awaited<ReturnType<typeof indexOf>>

type Lines = AsyncIterable<readonly StoredLine[]>
type Known = { hash: number | bigint; offset: number; isErased: boolean }
/** The last state of a lead. */
type LeadState = { at: string; line: StoredLine }

const recordOf = ({ text }: StoredLine): LogRecord => JSON.parse(text)
const idOf = ({ id }: LogRecord): string | undefined => (typeof id === 'string' ? id : undefined)

/** Reads all records of the target. Throws what the store throws. */
export async function indexOf(lines: Lines) {
  const ids = new Map<string, Known>()
  const keys = new Map<string, string>()
  /** How often each record without an id occurs. */
  const plain = new Map<number | bigint, number>()
  const states = new Map<string, LeadState>()
  let lastId: string | undefined
  for await (const batch of lines)
    for (const line of batch) {
      const record = recordOf(line)
      const id = idOf(record)
      const hash = Bun.hash(line.text)
      if (id === undefined) plain.set(hash, (plain.get(hash) ?? 0) + 1)
      else {
        ids.set(id, { hash, offset: line.offset, isErased: isTombstone(record) })
        for (const key of keysOf(line)) if (!keys.has(key)) keys.set(key, id)
        lastId = id
      }
      if (typeof record.lead === 'string' && record.state !== undefined)
        states.set(record.lead, { at: String(record.at), line })
    }
  return { ids, keys, plain, states, lastId }
}

const keysOf = ({ keys }: StoredLine) => Object.entries(keys).map(([name, value]) => `${name} ${value}`)

/** Returns the records of a log to add to the target, and their counts once all were read. */
export function mergeOf(log: LogName, { ids, keys, plain, states, lastId: targetEnd }: LogIndex, source: Lines) {
  const counts: MergeCounts = { added: 0, duplicates: 0, there: 0, differs: 0, erased: 0 }
  const erasures: Erasure[] = []
  /** Leads whose state changed in the source, and when it did so last. */
  const changed = new Map<string, string>()
  const hash = createHash('sha256')
  let lastId: string | undefined
  let lastAdded: string | undefined

  function mergeLead(line: StoredLine, record: LogRecord, id: string): StoredLine | undefined {
    const known = ids.get(id)
    lastId = id
    if (!known) {
      lastAdded = id
      ids.set(id, { hash: Bun.hash(line.text), offset: -1, isErased: isTombstone(record) })
      return withoutTakenKeys(line, record, id)
    }
    if (known.isErased || !isTombstone(record)) {
      counts.there++
      if (known.hash !== Bun.hash(line.text)) counts.differs++
      return
    }
    counts.erased++
    erasures.push({ id, offset: known.offset, line })
    return
  }

  function withoutTakenKeys(line: StoredLine, record: LogRecord, id: string): StoredLine {
    const other = keysOf(line).flatMap((key) => keys.get(key) ?? [])[0]
    const free = Object.entries(line.keys).filter(([name, value]) => !keys.has(`${name} ${value}`))
    for (const [name, value] of free) keys.set(`${name} ${value}`, id)
    if (other === undefined) return line
    counts.duplicates++
    const text = record.duplicateOf === undefined ? JSON.stringify({ ...record, duplicateOf: other }) : line.text
    return { ...line, text, length: Buffer.byteLength(text) + 1, keys: Object.fromEntries(free) }
  }

  function mergePlain(line: StoredLine, record: LogRecord): StoredLine | undefined {
    const same = Bun.hash(line.text)
    const count = plain.get(same) ?? 0
    if (count > 0) {
      plain.set(same, count - 1)
      counts.there++
      return
    }
    if (typeof record.lead === 'string' && record.state !== undefined) changed.set(record.lead, String(record.at))
    return line
  }

  function add(line: StoredLine): StoredLine {
    counts.added++
    hash.update(`${line.text}\n`)
    return line
  }

  async function* lines(): AsyncGenerator<StoredLine[]> {
    for await (const batch of source) {
      const merged = batch.flatMap((line) => {
        const record = recordOf(line)
        const id = idOf(record)
        return (id === undefined ? mergePlain(line, record) : mergeLead(line, record, id)) ?? []
      })
      yield merged.map(add)
    }
    // An event of the source is after those of the target, also if it is older: then the last state of the target is appended again.
    const later = [...changed].flatMap(([lead, at]) => {
      const state = states.get(lead)
      return state && state.at > at ? [state.line] : []
    })
    yield later.map(add)
  }

  return {
    lines,
    erasures,
    /** Once `lines` was read. */
    result: (): MergedLog => ({ ...counts, log, sha256: hash.copy().digest('hex') }),
    /** The last record of the source, of the target before, and of those that were added. */
    ends: () => ({ source: lastId, target: targetEnd, added: lastAdded }),
  }
}
export type Merge = ReturnType<typeof mergeOf>

/** `registrations: 3 records, sha256 0123456789abcdef`, and what else there is to say. `isDone`: the records are in the target. */
export function lineOf({ log, added, duplicates, there, differs, erased, sha256 }: MergedLog, isDone: boolean): string {
  const more = [
    [duplicates, 'marked as duplicates of other records'],
    [there, 'there already'],
    [differs, 'of these different, where those of the target stay'],
    [erased, 'erased like in the source'],
  ] as const
  const details = more.filter(([count]) => count > 0).map(([count, what]) => `, ${count} ${what}`)
  return `${log}: ${added} records${isDone ? `, sha256 ${sha256.slice(0, 16)}` : ''}${details.join('')}`
}
