import * as v from 'valibot'
import { timestamp } from '#contract/posts.ts'

const day = v.optional(v.pipe(v.string(), v.isoDate('Please write a date like 2023-04-19.')))
const PERSON_MAX_CHARACTERS = 100

/** GET /api/admin/audit. An empty value counts as none. */
export const AuditQuerySchema = v.object({
  /** An event, or the beginning of several: `login.`. */
  event: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(40, 'Please choose an event.'),
      v.regex(/^[a-z-]+\.[a-z-]*$/, 'Please choose an event.'),
    ),
  ),
  /** The id of an administrator. For lines without an id: `shell`, `environment`, or the shortened e-mail. */
  by: v.optional(v.pipe(v.string(), v.maxLength(PERSON_MAX_CHARACTERS, 'Please choose a person.'))),
  /** Days: `2026-03-01`, in UTC, both inclusive. */
  from: day,
  to: day,
  /** `next` of the page before. */
  before: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,15}@[\dTZ:.+ -]{1,40}$/, 'Please pass what the page before says is next.')),
  ),
})
export type AuditQuery = v.InferOutput<typeof AuditQuerySchema>

const AuditEntrySchema = v.strictObject({
  time: timestamp,
  event: v.string(),
  /** A shortened e-mail, `shell` or `environment`. */
  actor: v.string(),
  /** The id of the administrator with this e-mail; empty without one. */
  by: v.string(),
  address: v.string(),
  subject: v.string(),
  /** The id of the administrator whom the event is about, if that is another one; otherwise empty. */
  about: v.string(),
  detail: v.string(),
  request: v.string(),
  /** How many failures of this kind before it were only counted. */
  unwritten: v.number(),
})
export type AuditEntry = v.InferOutput<typeof AuditEntrySchema>

/** `name`: the current one, or the last one of a removed administrator. No two have the same. */
const AuditPersonSchema = v.strictObject({ id: v.string(), name: v.string() })
export type AuditPerson = v.InferOutput<typeof AuditPersonSchema>

export const AuditListSchema = v.strictObject({
  /** Newest first. */
  events: v.array(AuditEntrySchema),
  next: v.nullable(v.string()),
  /** All administrators, then removed ones. */
  people: v.array(AuditPersonSchema),
})
export type AuditList = v.InferOutput<typeof AuditListSchema>

/** The start of an id, where a name does not tell people apart. */
export const shortId = (id: string) => id.slice(0, 8)

/** The name of an administrator in the audit log; `text`, what the log has instead of a name, for lines without id or with an unknown one. */
export function nameInAudit(people: readonly AuditPerson[], id: string, text: string): string {
  const name = people.find((one) => one.id === id)?.name
  return name ?? (id ? `${text} (${shortId(id)})` : text)
}
