import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { bakery } from './sample-bakery.ts'
import { distributors } from './sample-distributors.ts'
import { importers } from './sample-importers.ts'
import { milk } from './sample-milk.ts'
import { sauce } from './sample-sauce.ts'

/** Whose goods and clients a screen shows. */
export type Trade = 'bakery' | 'milk' | 'sauce' | 'importers' | 'distributors'

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

/** What the floor makes, or packs, in the week of the samples. */
export type Good = {
  product: string
  /** As the board says it. */
  short: string
  unit: string
  /** Quantities from Monday to Sunday. */
  week: readonly [number, number, number, number, number, number, number]
  /** How many of Friday's are done. */
  done: number
}

export type ClientStatus = 'Active' | 'Quote sent' | 'On hold' | 'New lead'
export type Client = { name: string; owner: string; status: ClientStatus; days: readonly Day[] }

export type Invoice = {
  number: string
  client: string
  paysBy: 'Bank transfer' | 'Card' | 'Invoice'
  cents: number
  /** Days past its due date on the day of the samples; below zero: not due yet. */
  daysLate: number
}

export type Stop = { client: string; load: string; deliveredAt?: string }

/** One trade's data, all of one Friday. What can be summed is not written down: the screens add it up. */
export type Sample = {
  order: Order
  floor: { tab: 'Production' | 'Packing'; title: string }
  goods: readonly Good[]
  clients: readonly Client[]
  /** The open ones. */
  invoices: readonly Invoice[]
  route: { name: string; stops: number; next: readonly Stop[] }
}

export type SampleProps = {
  trade?: Trade
  /** What the picture says, in a sentence of its own. */
  label?: string
}

export const samples: Record<Trade, Sample> = { bakery, milk, sauce, importers, distributors }
