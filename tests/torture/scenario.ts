import type { Random } from './random.ts'

/** The intensity of a scenario. */
export type Torture = {
  /** The number of crashes or cuts; each scenario defines its unit. */
  cycles: number
  /** The number of concurrent clients. */
  concurrency: number
  /** The number of concurrent slow clients. */
  clients: number
  /** The duration of a load. */
  minutes: number
  /** The duration of each attack of the flood; 60 by default. */
  seconds?: number
  /** The names of its rows; all by default. */
  rows?: readonly string[] | undefined
  random: Random
  /** A temporary folder, removed afterwards. */
  folder: string
  /** Called now and then with the progress. */
  progress(text: string): void
}

/** A measurement for the table: name and value. */
export type Figure = readonly [what: string, measured: string | number]

export type Outcome = {
  figures: Figure[]
  /** Violations, one sentence each. */
  violations: string[]
}

/** A repeated failure of the site. */
export type Scenario = {
  name: string
  /** What it proves. */
  title: string
  run(torture: Torture): Promise<Outcome>
}

/** Median and tail of some milliseconds as measurements; none for an empty list. */
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
