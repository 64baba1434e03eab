import type { Random } from './random.ts'

/** How hard a scenario is run. */
export type Torture = {
  /** How much of it: crashes, cuts; each scenario says of what. */
  cycles: number
  /** How many clients send at the same time. */
  concurrency: number
  /** How many are slow at the same time. */
  clients: number
  /** How long a load goes on. */
  minutes: number
  random: Random
  /** A folder of its own that is gone afterwards. */
  folder: string
  /** Told now and then how far it is. */
  progress(text: string): void
}

/** A figure for the table: what, and how much. */
export type Figure = readonly [what: string, measured: string | number]

export type Outcome = {
  figures: Figure[]
  /** What must not have happened, one sentence each. */
  violations: string[]
}

/** Something bad that happens to the site, again and again. */
export type Scenario = {
  name: string
  /** What it proves. */
  title: string
  run(torture: Torture): Promise<Outcome>
}

/** The middle and the tail of some milliseconds, as figures; none of nothing. */
export function spread(what: string, milliseconds: readonly number[]): Figure[] {
  if (milliseconds.length === 0) return []
  const sorted = milliseconds.toSorted((one, other) => one - other)
  const at = (share: number) =>
    `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)} ms`
  return [
    [`${what}, median`, at(0.5)],
    [`${what}, p99`, at(0.99)],
    [`${what}, longest`, at(1)],
  ]
}
