import * as v from 'valibot'
import { leadKinds, leadMarks, leadStates } from '#contract/lead-query.ts'
import { timestamp } from '#contract/posts.ts'

/** What the endpoints of the leads return. The browser imports only the types; what it sends is in `lead-query.ts`. */

/** A lead in the list. */
const LeadCardSchema = v.strictObject({
  /** UUIDv7 of its line in the log. */
  id: v.string(),
  kind: v.picklist(leadKinds),
  at: timestamp,
  name: v.string(),
  company: v.string(),
  email: v.string(),
  phone: v.string(),
  /** Sign-ups only: 1–4. */
  plan: v.exactOptional(v.number()),
  /** Messages only: the beginning, in one line. */
  excerpt: v.exactOptional(v.string()),
  marks: v.array(v.picklist(leadMarks)),
  state: v.picklist(leadStates),
  read: v.boolean(),
})
export type LeadCard = v.InferOutput<typeof LeadCardSchema>

/** A lead with everything that was sent (never the password's hash), and its events. */
export const LeadSchema = v.strictObject({
  ...LeadCardSchema.entries,
  /** In form order. */
  fields: v.array(v.strictObject({ label: v.string(), value: v.string() })),
  /** Messages only. */
  message: v.exactOptional(v.string()),
  /** Anonymized: `203.0.113.0/24`. */
  address: v.string(),
  /** Oldest first. */
  events: v.array(v.strictObject({ at: timestamp, state: v.picklist(leadStates) })),
})
export type Lead = v.InferOutput<typeof LeadSchema>
export type LeadEvent = Lead['events'][number]

export const LeadListSchema = v.strictObject({
  leads: v.array(LeadCardSchema),
  /** Opens the next, older page as `before`; `null` on the last page. */
  next: v.nullable(v.string()),
  /** Of all leads, whatever the filter. */
  unread: v.number(),
})
export type LeadList = v.InferOutput<typeof LeadListSchema>
