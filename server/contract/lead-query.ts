import * as v from 'valibot'
import { LEAD_SEARCH_MAX_CHARACTERS } from '#contract/limits.ts'
import { trimmed } from '#contract/trimmed.ts'

/** Where a lead comes from: the trial's form, or the contact form. */
export const leadKinds = ['registration', 'message'] as const
export type LeadKind = (typeof leadKinds)[number]

/** How far the vendor is with a lead. Every lead begins as new. */
export const leadStates = ['new', 'contacted', 'trial started', 'closed'] as const
export type LeadState = (typeof leadStates)[number]

/** Why a lead may be spam. */
export const leadMarks = ['honeypot', 'fast'] as const
export type LeadMark = (typeof leadMarks)[number]

const day = v.pipe(v.string(), v.isoDate('Please write a date like 2023-04-19.'))

const yesOrNo = v.optional(v.picklist(['yes', 'no'], 'Please say yes or no.'))

/** GET /api/leads and /api/leads.csv. An empty value is as good as none. */
export const LeadFilterSchema = v.object({
  kind: v.optional(v.picklist(leadKinds, 'Please choose a kind.')),
  state: v.optional(v.picklist(leadStates, 'Please choose a state.')),
  plan: v.optional(v.pipe(v.picklist(['1', '2', '3', '4'], 'Please choose a software edition.'), v.transform(Number))),
  /** `yes`: with a mark only; `no`: without one only. */
  marked: yesOrNo,
  /** `no`: only unread ones. */
  read: yesOrNo,
  /** First and last day, both included, in UTC. */
  from: v.optional(day),
  to: v.optional(day),
  /** Words that all stand somewhere in the lead, whatever their case. */
  q: v.optional(
    v.pipe(
      v.string(),
      trimmed(),
      v.maxLength(LEAD_SEARCH_MAX_CHARACTERS, `Please search for at most ${LEAD_SEARCH_MAX_CHARACTERS} characters.`),
    ),
    '',
  ),
})
export type LeadFilter = v.InferOutput<typeof LeadFilterSchema>

const perPage = 'Please ask for 1 to 200 leads.'

export const LeadPageSchema = v.object({
  before: v.optional(v.pipe(v.string(), v.uuid('Please name the last lead of a page.'))),
  limit: v.optional(
    v.pipe(v.string(), v.digits(perPage), v.transform(Number), v.minValue(1, perPage), v.maxValue(200, perPage)),
    '50',
  ),
})

/** POST /api/leads/:id/events: a new state, or that it was read. */
export const LeadEventSchema = v.union(
  [v.object({ state: v.picklist(leadStates) }), v.object({ read: v.literal(true) })],
  'Please choose a state.',
)
export type LeadEventSent = v.InferOutput<typeof LeadEventSchema>
