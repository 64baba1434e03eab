import type { LeadKind } from '#contract/lead-query.ts'
import type { LogRecord } from '#server/storage/read-log.ts'

/** A lead that the vendor is notified about. */
export type Notice = {
  kind: LeadKind
  /** UUIDv7 of the record: the same at every repeat. */
  id: string
  /** As it is in the log. That of a sign-up contains the password's hash, which no channel may send. */
  record: LogRecord
}

/** A way to notify the vendor. */
export type Channel = {
  name: 'mail' | 'webhook'
  /**
   * Returns once the receiver has accepted the notice. Throws `DeliveryError` to be called again, and
   * `ChannelEndedError` not to be. `signal` aborts at shutdown.
   */
  deliver(notice: Notice, signal: AbortSignal): Promise<void>
}

/** The receiver did not accept the notice. The message is logged: a status or a code, never text of others. */
export class DeliveryError extends Error {
  override name = 'DeliveryError'
}

/** The receiver is gone for good. */
export class ChannelEndedError extends Error {
  override name = 'ChannelEndedError'
}

/** For a server that accepts no connection. */
export const CONNECT_LIMIT_MS = 10_000
/** For a server that never finishes. */
export const DELIVERY_LIMIT_MS = 30_000
