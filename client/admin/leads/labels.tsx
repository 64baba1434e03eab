import { formatDate, formatMonthDay, formatShortDate, formatTime, formatWeekday } from '#contract/dates.ts'
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

/** Opens a mail to this address. What has a meaning in such a link is encoded. */
export const mailto = (email: string) => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`

/** Calls a number as people write it: `(555) 123-4567 x89` is an extension. */
export function tel(phone: string): string {
  const [number = '', extension] = phone.split(/x/i)
  const digits = (text: string) => text.replace(/[^\d+]/g, '')
  return `tel:${digits(number)}${extension ? `;ext=${digits(extension)}` : ''}`
}

const dayMs = 24 * 60 * 60 * 1000

/** A moment as one says it, in the reader's own time zone: the day beside today, and the time. */
export function When({ at, now = new Date() }: { at: string; now?: Date }) {
  const whole = `${formatWeekday(at, 'local')}, ${formatDate(at, 'local')}, ${formatTime(at, 'local')}`
  return (
    <time dateTime={at} title={whole}>
      {relativeDay(new Date(at), now)}, {formatTime(at, 'local')}
    </time>
  )
}

/** "Today", "Yesterday", "Monday" within the week, "Nov 3", "Nov 3, 2025". */
export function relativeDay(date: Date, now: Date): string {
  const days = Math.round((midnight(now) - midnight(date)) / dayMs)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days > 1 && days < 7) return formatWeekday(date, 'local')
  return (date.getFullYear() === now.getFullYear() ? formatMonthDay : formatShortDate)(date, 'local')
}

/** Rounded above: a day on which the clocks change is an hour short or long. */
const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
