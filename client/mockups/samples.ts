import { formatMonthDay } from '#client/lib/dates.ts'
import { formatNumber } from '#client/lib/format-number.ts'
import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import type { LandingId, trades } from '#contract/trades.ts'
import data from './samples.json'

export type Trade = (typeof trades)[LandingId]['tag']

export type OrderLine = {
  product: string
  unit: string
  quantity: number
  /** Price of one unit, in cents. */
  cents: number
}

export type Order = {
  number: number
  client: string
  placed: string
  route: string
  owner: string
  terms: string
  paysBy: string
  lines: readonly OrderLine[]
}

export type Good = {
  product: string
  short: string
  unit: string
  /** Quantities from Monday to Sunday. */
  week: readonly number[]
  /** How many of Friday's quantity are done. */
  done: number
}

/** `status`: a key of `statusColors`. */
export type Client = { name: string; owner: string; status: string; days: readonly string[] }

export type Invoice = {
  number: string
  client: string
  /** 'Bank transfer', 'Card' or 'Invoice'. */
  paysBy: string
  cents: number
  /** Days past the due date; negative if not due yet. */
  daysLate: number
}

export type Stop = { client: string; load: string; deliveredAt?: string | undefined }

/** Sample data of one trade, all of one Friday. Totals are computed. */
export type Sample = {
  order: Order
  floor: { tab: string; title: string }
  goods: readonly Good[]
  clients: readonly Client[]
  invoices: readonly Invoice[]
  route: { name: string; stops: number; next: readonly Stop[] }
}

export const samples: Readonly<Record<Trade, Sample>> = data

export type SampleProps = { trade?: Trade }

/** The Friday of all samples. */
const TODAY = Date.UTC(2026, 10, 20)
const DAY_MS = 86_400_000

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** 118000 → `1,180.00`. */
export const dollars = (cents: number) => formatNumber(cents / 100, 2)
export const lineCents = ({ quantity, cents }: OrderLine) => quantity * cents
export const orderCents = ({ lines }: { lines: readonly OrderLine[] }) => sum(lines.map(lineCents))
/** A client's balance: the sum of its open invoices. */
export const balanceCents = (client: string, invoices: readonly Invoice[]) =>
  sum(invoices.filter((one) => one.client === client).map(({ cents }) => cents))
export const dueDate = ({ daysLate }: Invoice) => formatMonthDay(new Date(TODAY - daysLate * DAY_MS), 'UTC')
export const percentDone = (done: number, wanted: number) => Math.round((done / wanted) * 100)
export const fridayOf = ({ week }: Good) => week[4] ?? 0

export type Age = { label: string; day: Day; cents: number }

const ages: { label: string; day: Day; from: number; to: number }[] = [
  { label: 'Current', day: 'mon', from: Number.NEGATIVE_INFINITY, to: 0 },
  { label: '1–14 days', day: 'wed', from: 1, to: 14 },
  { label: '15–30 days', day: 'thu', from: 15, to: 30 },
  { label: 'Over 30', day: 'fri', from: 31, to: Number.POSITIVE_INFINITY },
]

export const aging = (invoices: readonly Invoice[]): Age[] =>
  ages.map(({ label, day, from, to }) => ({
    label,
    day,
    cents: sum(invoices.filter(({ daysLate }) => daysLate >= from && daysLate <= to).map(({ cents }) => cents)),
  }))
