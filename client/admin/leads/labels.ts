import { editions } from '#contract/editions.ts'
import type { LeadKind, LeadMark, LeadState } from '#contract/lead-query.ts'
import type { LeadCard } from '#contract/leads.ts'
import { FILL_TIME_MIN_MS } from '#contract/limits.ts'

export const leadKindLabels: Record<LeadKind, string> = { registration: 'Trial sign-up', message: 'Message' }

export const leadStateLabels: Record<LeadState, string> = {
  new: 'New',
  contacted: 'Contacted',
  'trial started': 'Trial started',
  closed: 'Closed',
}

export const spamFlagLabels: Record<LeadMark, { name: string; why: string }> = {
  honeypot: {
    name: 'Hidden field filled',
    why: 'A field that people do not see had something in it. Programs fill in every field they find.',
  },
  fast: {
    name: 'Filled in very fast',
    why: `The form was sent after less than ${FILL_TIME_MIN_MS / 1000} seconds. People are seldom that fast, unless their browser fills it in.`,
  },
}

/** As the sign-up form names them: there the first is Basic (decision 24). */
export const editionWords = editions.map(({ plan, name }) => ({
  plan: String(plan),
  name: plan === 1 ? 'Basic' : name,
}))

const editionOf = (plan: number | undefined) => editionWords.find((one) => one.plan === String(plan))?.name

/** What they want, in one line: the edition, or how their message begins. */
export const requestOf = ({ plan, excerpt }: Pick<LeadCard, 'plan' | 'excerpt'>) => editionOf(plan) ?? excerpt ?? ''

/** "12 leads", and whether there are older ones. */
export const countOf = (count: number, more: boolean) =>
  `${count} ${count === 1 ? 'lead' : 'leads'}${more ? ', and older ones' : ''}`
