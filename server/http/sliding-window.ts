export type AttemptRules = { limit: number; windowMs: number; maxKeys?: number; now?: () => number }

/**
 * Counts tries per key over a sliding window: `limit` of them, then none until the oldest has left it.
 * The memory is bounded: `limit` times per key; beyond `maxKeys` the key that was quiet longest is forgotten.
 */
export function createAttempts({ limit, windowMs, maxKeys = 10_000, now = Date.now }: AttemptRules) {
  /** Times of the tries, oldest first; the map's own order is that of the last try. */
  const tries = new Map<string, number[]>()

  /** A try in the future is from before the clock was set back: discarded, else its window would last until then. */
  const recent = (key: string) => (tries.get(key) ?? []).filter((time) => time > now() - windowMs && time <= now())

  function remember(key: string, times: number[]) {
    tries.delete(key)
    if (times.length > 0) tries.set(key, times)
    for (const oldest of tries.keys()) {
      if (tries.size <= maxKeys) break
      tries.delete(oldest)
    }
  }

  return {
    /** Milliseconds until another try is free; 0 where one is. */
    waitMs(key: string): number {
      const times = recent(key)
      const first = times[times.length - limit]
      return first === undefined ? 0 : first + windowMs - now()
    },
    /** Counts a try, before its outcome is known: tries at the same time must not slip through together. */
    take: (key: string) => remember(key, [...recent(key), now()].slice(-limit)),
    /** Takes the last try back: it was no failure. */
    giveBack: (key: string) => remember(key, recent(key).slice(0, -1)),
    forget: (key: string) => remember(key, []),
    /** How many keys are remembered. */
    size: () => tries.size,
  }
}
export type Attempts = ReturnType<typeof createAttempts>
