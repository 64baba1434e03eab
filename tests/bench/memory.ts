import { percentile } from './percentile.ts'

/** The memory of a process, with milliseconds since the beginning. */
export type MemorySample = { ms: number; megabytes: number }

/** The median of a few samples: a single one may coincide with a save or garbage collection. */
export const middle = (samples: readonly MemorySample[]): number =>
  percentile(
    samples.map(({ megabytes }) => megabytes),
    0.5,
  )

/** Megabytes per minute, by least squares. */
export function slope(samples: readonly MemorySample[]): number {
  const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  const minutes = samples.map(({ ms }) => ms / 60_000)
  const megabytes = samples.map((sample) => sample.megabytes)
  const [x, y] = [mean(minutes), mean(megabytes)]
  const shared = minutes.reduce((sum, one, index) => sum + (one - x) * ((megabytes[index] ?? y) - y), 0)
  return shared / minutes.reduce((sum, one) => sum + (one - x) ** 2, 0)
}
