import * as v from 'valibot'
import { LEAD_SEARCH_MAX_CHARACTERS, LEADS_PER_PAGE, LEADS_PER_PAGE_MAX } from '#contract/limits.ts'

/** The origin of a lead: the sign-up form or the contact form. */
export const leadKinds = ['registration', 'message'] as const
export type LeadKind = (typeof leadKinds)[number]

/** The vendor's progress with a lead. Every lead starts as new. */
export const leadStates = ['new', 'contacted', 'trial started', 'closed'] as const
export type LeadState = (typeof leadStates)[number]

/** The reason why a lead is marked as suspected spam. */
export const leadMarks = ['honeypot', 'fast'] as const
export type LeadMark = (typeof leadMarks)[number]

/** One line of the list. */
export type LeadCard = {
  /** UUIDv7 of its line in the log. */
  id: string
  kind: LeadKind
  /** ISO 8601. */
  at: string
  name: string
  company: string
  email: string
  phone: string
  /** Registrations only: 1–4. */
  plan?: number
  /** Messages only: the beginning, in one line. */
  excerpt?: string
  marks: LeadMark[]
  state: LeadState
  read: boolean
}

/** An event of a lead after it came in, oldest first. */
export type LeadEvent = { at: string; state: LeadState }

/** A complete lead: what was sent (never the password hash) and its events. */
export type Lead = LeadCard & {
  /** In form order: labels and values. */
  fields: { label: string; value: string }[]
  /** Messages only. */
  message?: string
  /** Shortened: `203.0.113.0/24`. */
  address: string
  events: LeadEvent[]
}

export type LeadList = {
  leads: LeadCard[]
  /** The cursor of the next, older page, to be sent as `before`; `null` on the last page. */
  next: string | null
  /** The number of all leads, ignoring the filter. */
  unread: number
}

const day = v.pipe(v.string(), v.isoDate('Please write a date like 2023-04-19.'))

const yesOrNo = v.optional(v.picklist(['yes', 'no'], 'Please say yes or no.'))

/** GET /api/leads and /api/leads.csv. An empty value counts as absent. */
export const LeadFilterSchema = v.object({
  kind: v.optional(v.picklist(leadKinds, 'Please choose a kind.')),
  state: v.optional(v.picklist(leadStates, 'Please choose a state.')),
  plan: v.optional(v.pipe(v.picklist(['1', '2', '3', '4'], 'Please choose a software edition.'), v.transform(Number))),
  /** `yes`: only marked ones; `no`: only unmarked ones. */
  marked: yesOrNo,
  /** `no`: only unread ones. */
  read: yesOrNo,
  /** First and last day, inclusive, in UTC. */
  from: v.optional(day),
  to: v.optional(day),
  /** Words that all occur in the lead, ignoring case. */
  q: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(LEAD_SEARCH_MAX_CHARACTERS, `Please search for at most ${LEAD_SEARCH_MAX_CHARACTERS} characters.`),
    ),
    '',
  ),
})
export type LeadFilter = v.InferOutput<typeof LeadFilterSchema>

const perPage = `Please ask for 1 to ${LEADS_PER_PAGE_MAX} leads.`

export const LeadPageSchema = v.object({
  before: v.optional(v.pipe(v.string(), v.uuid('Please name the last lead of a page.'))),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.digits(perPage),
      v.transform(Number),
      v.minValue(1, perPage),
      v.maxValue(LEADS_PER_PAGE_MAX, perPage),
    ),
    String(LEADS_PER_PAGE),
  ),
})

/** POST /api/leads/:id/events: a new state, or that it was read. */
export const LeadEventSchema = v.union(
  [v.object({ state: v.picklist(leadStates) }), v.object({ read: v.literal(true) })],
  'Please choose a state.',
)
export type LeadEventSent = v.InferOutput<typeof LeadEventSchema>
