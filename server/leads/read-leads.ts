import type { LeadFilter } from '#contract/lead-query.ts'
import { leadStates } from '#contract/lead-query.ts'
import type { Lead, LeadCard, LeadEvent, LeadList } from '#contract/leads.ts'
import { NotFoundError, ValidationError } from '#server/lib/errors.ts'
import { readBackwards, recordAt } from '#server/storage/read-backwards.ts'
import { createCursors } from './cursors.ts'
import { type LeadLine, matcher } from './filter.ts'
import type { LeadIndex } from './lead-index.ts'
import { cardOf, isLead, leadOf } from './lead-record.ts'
import { type Ends, type LeadLog, newestFirst } from './newest-first.ts'

export type LeadReaderOptions = {
  logs: readonly LeadLog[]
  events: { path: string; end(): number }
  index: LeadIndex
}

/** Reads leads from their logs, from the end. Nothing here writes. Everything throws what the disk throws. */
export function createLeadReader({ logs, events, index }: LeadReaderOptions) {
  const cursors = createCursors()
  const now = (): Ends => ({
    registration: 0,
    message: 0,
    ...Object.fromEntries(logs.map((log) => [log.kind, log.end()])),
  })
  const logsOf = ({ kind }: LeadFilter) => logs.filter((log) => log.kind === (kind ?? log.kind))

  /** Behind a lead that was listed before: remembered, or looked for from the end. Throws `ValidationError` for any other id. */
  async function endsBehind(id: string, filter: LeadFilter): Promise<Ends> {
    const known = cursors.get(id, filter.kind)
    if (known) return known
    const ends = now()
    for await (const lines of newestFirst(logs, now())) {
      for (const line of lines) {
        ends[line.kind] = line.offset
        if (line.id === id) return ends
      }
    }
    throw new ValidationError({ before: { message: 'There is no such lead.' } })
  }

  /** The line of a lead. Throws `NotFoundError`. */
  async function find(id: string): Promise<LeadLine> {
    const place = index.place(id)
    const log = logs.find(({ kind }) => kind === place?.kind)
    if (!place || !log) throw new NotFoundError('There is no such lead.')
    const record = await recordAt(log.path, place.offset)
    if (record && isLead(record) && record.id === id) return { ...place, id, at: record.at, record }
    return findAnywhere(id, log)
  }

  /** Somebody has put another file in the log's place. */
  async function findAnywhere(id: string, log: LeadLog): Promise<LeadLine> {
    for await (const lines of newestFirst([log], now())) {
      for (const line of lines) if (line.id === id && line.record) return { ...line, record: line.record }
    }
    throw new NotFoundError('There is no such lead.')
  }

  /** Oldest first. Reads back only as far as there are some. */
  async function eventsOf(id: string): Promise<LeadEvent[]> {
    const wanted = index.standing(id).changes
    const found: LeadEvent[] = []
    if (wanted === 0) return found
    for await (const piece of readBackwards(events.path, events.end())) {
      for (const { record } of piece) {
        const state = leadStates.find((one) => one === record.state)
        if (record.lead === id && state) found.push({ at: String(record.at), state })
        if (found.length === wanted) return found.reverse()
      }
    }
    return found.reverse()
  }

  return {
    find,

    /** Newest first, at most `limit`, behind the lead `before`. Throws `ValidationError` where that is none. */
    async list(
      filter: LeadFilter,
      { before, limit }: { before?: string | undefined; limit: number },
    ): Promise<LeadList> {
      const matches = matcher(filter, index)
      const ends = before === undefined ? now() : { ...(await endsBehind(before, filter)) }
      const leads: LeadCard[] = []
      let behindLast = ends
      const page = (next: string | null) => ({ leads, next, unread: index.unread() })
      for await (const lines of newestFirst(logsOf(filter), ends)) {
        for (const line of lines) {
          const isListed = matches(line)
          if (isListed && leads.length === limit)
            return page(cursors.keep(leads.at(-1)?.id ?? '', filter.kind, behindLast))
          ends[line.kind] = line.offset
          if (!isListed) continue
          leads.push(cardOf(line.kind, line.record, index.standing(line.id)))
          behindLast = { ...ends }
        }
      }
      return page(null)
    },

    /** Throws `NotFoundError`. */
    async get(id: string): Promise<Lead> {
      const { kind, record } = await find(id)
      return leadOf(kind, record, index.standing(id), await eventsOf(id))
    },

    /** All that the filter leaves, newest first, in pieces; a piece may be empty. */
    async *all(filter: LeadFilter): AsyncGenerator<LeadLine[]> {
      const matches = matcher(filter, index)
      for await (const lines of newestFirst(logsOf(filter), now())) yield lines.filter(matches)
    },

    unread: index.unread,
    standing: index.standing,
  }
}
export type LeadReader = ReturnType<typeof createLeadReader>
