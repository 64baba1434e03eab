import * as v from 'valibot'
import { LEAD_SEARCH_MAX_CHARACTERS, LEADS_PER_PAGE, LEADS_PER_PAGE_MAX } from '#contract/limits.ts'

/** Where a lead comes from: the trial's form, or the contact form. */
export const leadKinds = ['registration', 'message'] as const
export type LeadKind = (typeof leadKinds)[number]

/** How far the vendor is with a lead. Every lead begins as new. */
export const leadStates = ['new', 'contacted', 'trial started', 'closed'] as const
export type LeadState = (typeof leadStates)[number]

/** Why a lead may come from a machine (decision 26). */
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
  /** Messages only: its beginning, in one line. */
  excerpt?: string
  marks: LeadMark[]
  state: LeadState
  read: boolean
}

/** What happened to a lead since it came in, oldest first. */
export type LeadEvent = { at: string; state: LeadState }

/** A lead, whole: what was sent (never the password's hash), and what became of it. */
export type Lead = LeadCard & {
  /** In form order; a label and its value. */
  fields: { label: string; value: string }[]
  /** Messages only. */
  message?: string
  /** Shortened: `203.0.113.0/24`. */
  address: string
  events: LeadEvent[]
}

export type LeadList = {
  leads: LeadCard[]
  /** Opens the next, older page as `before`; `null`: this is the last. */
  next: string | null
  /** Of all leads, whatever the filter. */
  unread: number
}

const day = v.pipe(v.string(), v.isoDate('Please write a date like 2023-04-19.'))

const yesOrNo = v.optional(v.picklist(['yes', 'no'], 'Please say yes or no.'))

/** GET /api/leads and /api/leads.csv. An empty value is as good as none. */
export const LeadFilterSchema = v.object({
  kind: v.optional(v.picklist(leadKinds, 'Please choose a kind.')),
  state: v.optional(v.picklist(leadStates, 'Please choose a state.')),
  plan: v.optional(v.pipe(v.picklist(['1', '2', '3', '4'], 'Please choose a software edition.'), v.transform(Number))),
  /** `yes`: with a mark only; `no`: without one only. */
  marked: yesOrNo,
  /** `no`: what nobody has opened yet. */
  read: yesOrNo,
  /** First and last day, both included, in UTC. */
  from: v.optional(day),
  to: v.optional(day),
  /** Words that all stand somewhere in the lead, whatever their case. */
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
