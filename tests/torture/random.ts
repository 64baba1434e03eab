/** Deterministic pseudo-random numbers from a seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0
  /** From 0 up to 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** A whole number from 0 to less than `end`. */
    below: (end: number) => Math.floor(next() * end),
    /** Whether an event with probability `share` happens. */
    chance: (share: number) => next() < share,
  }
}
export type Random = ReturnType<typeof createRandom>
