/** Deterministic pseudo-random choices from a seed, so that a failure can be reproduced. */
export function seeded(seed: number) {
  let state = seed
  /** A whole number from 0 to one less than `limit` (xorshift). */
  const below = (limit: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
  for (let warm = 0; warm < 10; warm++) below(1)
  return {
    below,
    pick<T>(values: readonly T[]): T {
      const value = values[below(values.length)]
      if (value === undefined) throw new RangeError('Nothing to choose from.')
      return value
    },
  }
}
