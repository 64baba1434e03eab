import * as v from 'valibot'
import { timestamp } from '#contract/posts.ts'

/**
 * GET /api/presence/{id} (administrator): each line of the stream is the complete state as JSON. A line is repeated as a
 * heartbeat.
 */
export const PresenceSchema = v.strictObject({
  /** The names of the other administrators who have the post open, sorted. */
  others: v.array(v.string()),
  /** Of the post's file; null while it has none. */
  revision: v.nullable(v.string()),
  /**
   * The last change of the file since the stream began. `by` is a name; null for a change outside the dashboard. `own`: by the
   * reader, in this tab or another one.
   */
  saved: v.nullable(v.strictObject({ by: v.nullable(v.string()), own: v.boolean(), at: timestamp })),
})
export type Presence = v.InferOutput<typeof PresenceSchema>

/** How often a line is sent, so that proxies do not close the stream. */
export const PRESENCE_HEARTBEAT_MS = 20_000
