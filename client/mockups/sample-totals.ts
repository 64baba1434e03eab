import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { formatMonthDay } from '#contract/dates.ts'
import { figure } from '#contract/format-number.ts'
import type { Good, Invoice, OrderLine } from './samples.ts'

/** The Friday on which all samples play. */
const TODAY = Date.UTC(2026, 10, 20)
const DAY_MS = 86_400_000

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** 118000 → `1,180.00`. */
export const dollars = (cents: number) => figure(cents / 100, 2)
export const lineCents = ({ quantity, cents }: OrderLine) => quantity * cents
export const orderCents = ({ lines }: { lines: readonly OrderLine[] }) => sum(lines.map(lineCents))
/** What a client owes: the sum of its open invoices. */
export const balanceCents = (client: string, invoices: readonly Invoice[]) =>
  sum(invoices.filter((one) => one.client === client).map(({ cents }) => cents))
export const dueDate = ({ daysLate }: Invoice) => formatMonthDay(new Date(TODAY - daysLate * DAY_MS), 'UTC')
export const percentDone = (done: number, wanted: number) => Math.round((done / wanted) * 100)
export const fridayOf = ({ week }: Good) => week[4]

export type Age = { label: string; day: Day; cents: number }

const ages: { label: string; day: Day; from: number; to: number }[] = [
  { label: 'Current', day: 'mon', from: Number.NEGATIVE_INFINITY, to: 0 },
  { label: '1–14 days', day: 'wed', from: 1, to: 14 },
  { label: '15–30 days', day: 'thu', from: 15, to: 30 },
  { label: 'Over 30', day: 'fri', from: 31, to: Number.POSITIVE_INFINITY },
]

/** Open invoices by age: every invoice is in one of the four. */
export const aging = (invoices: readonly Invoice[]): Age[] =>
  ages.map(({ label, day, from, to }) => ({
    label,
    day,
    cents: sum(invoices.filter(({ daysLate }) => daysLate >= from && daysLate <= to).map(({ cents }) => cents)),
  }))
