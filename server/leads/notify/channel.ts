import type { LeadKind } from '#contract/lead-query.ts'
import type { LogRecord } from '#server/storage/log-lines.ts'

/** What the vendor is told of: a line of a log. */
export type Notice = {
  kind: LeadKind
  /** UUIDv7 of its line: the same at every repeat. */
  id: string
  /** As it stands in the log; a registration's holds the password's hash, which no channel may send. */
  record: LogRecord
}

/** A way to the vendor. */
export type Channel = {
  name: 'mail' | 'webhook'
  /**
   * Returns once the other side has taken the notice. Throws `DeliveryError`: try again; `ChannelEnded`: do not.
   * `signal` is given up by the end of the process.
   */
  deliver(notice: Notice, signal: AbortSignal): Promise<void>
}

/** The other side did not take it. The message goes to the log: a status or a code, never what anybody wrote. */
export class DeliveryError extends Error {
  override name = 'DeliveryFailed'
}

/** The other side wants no more, ever. */
export class ChannelEnded extends Error {
  override name = 'ChannelEnded'
}

/** A server that answers no connection, and one that never comes to an end. */
export const CONNECT_LIMIT_MS = 10_000
export const DELIVERY_LIMIT_MS = 30_000
