import { type LeadKind, type LeadState, leadStates } from '#contract/lead-query.ts'
import type { LogRecord } from '#server/storage/log-lines.ts'
import { createNumberMap, keyOf } from '#server/storage/number-map.ts'
import { isLead, isTombstone } from './lead-record.ts'

/** Where a lead's line is. */
export type Place = { kind: LeadKind; offset: number }
/** What became of a lead. `changes`: how often its state was set. */
export type LeadStatus = { state: LeadState; read: boolean; changes: number }

const UNTOUCHED: LeadStatus = { state: 'new', read: false, changes: 0 }
/** Behind these bits of a standing stand its changes. */
const READ_BIT = 4
const CHANGES_AT = 8

/**
 * What is kept in memory of every lead, by a hash of its id of 53 bits: where its line is, and, once somebody has touched
 * it, its standing. Two numbers each, 32 to 64 bytes: with a million leads 34 MB, and as much again if all are touched.
 */
export function createLeadIndex() {
  /** Offset × 2, and 1 for messages. */
  const places = createNumberMap()
  const standings = createNumberMap()
  /** Erased leads whose erasure no event tells yet, and when they were erased. */
  const untold = new Map<string, string>()
  let read = 0

  function statusOf(id: string): LeadStatus {
    const bits = standings.get(keyOf(id))
    if (bits === undefined) return UNTOUCHED
    const state = leadStates[bits % READ_BIT] ?? 'new'
    return { state, read: bits % CHANGES_AT >= READ_BIT, changes: Math.floor(bits / CHANGES_AT) }
  }

  function touch(id: string, { state, changes }: Omit<LeadStatus, 'read'>) {
    if (!places.has(keyOf(id))) return
    if (!statusOf(id).read) read++
    standings.set(keyOf(id), leadStates.indexOf(state) + READ_BIT + changes * CHANGES_AT)
  }

  function forget(id: string) {
    if (places.delete(keyOf(id)) && statusOf(id).read) read--
    standings.delete(keyOf(id))
  }

  return {
    /** A line of a log: told in any order, before any event. */
    seen: (kind: LeadKind) => (record: LogRecord, offset: number) => {
      if (isLead(record)) places.set(keyOf(record.id), offset * 2 + (kind === 'message' ? 1 : 0))
      else if (isTombstone(record)) untold.set(record.id, record.erased)
    },
    /** A line of the events. What is none of ours is passed over. */
    event({ lead, state, read, erased }: LogRecord): void {
      if (typeof lead !== 'string') return
      if (erased === true) untold.delete(lead)
      const known = leadStates.find((one) => one === state)
      if (known) touch(lead, { state: known, changes: statusOf(lead).changes + 1 })
      else if (read === true) touch(lead, statusOf(lead))
    },
    /** It is no lead any more. */
    forget,
    place(id: string): Place | undefined {
      const packed = places.get(keyOf(id))
      if (packed === undefined) return
      return { kind: packed % 2 === 1 ? 'message' : 'registration', offset: Math.floor(packed / 2) }
    },
    standing: statusOf,
    unread: () => places.size() - read,
    untold: (): ReadonlyMap<string, string> => untold,
  }
}
export type LeadIndex = ReturnType<typeof createLeadIndex>
