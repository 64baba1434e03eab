import { RateLimitError } from './errors.ts'
import { rateLimitKey } from './ip.ts'

type SlidingWindowOptions = { limit: number; windowMs: number; now: () => number; maxKeys?: number }

/**
 * Counts attempts per key over a sliding window: after `limit` of them, none is free until the oldest leaves the window.
 * Memory is bounded: `limit` times per key, and beyond `maxKeys` the least recently used key is evicted.
 */
export function createSlidingWindow({ limit, windowMs, now, maxKeys = 10_000 }: SlidingWindowOptions) {
  /** Times of the attempts, oldest first. The map is ordered by the last attempt. */
  const attempts = new Map<string, number[]>()

  /** Drops attempts in the future: the clock was set back, and they would count until it catches up. */
  const recent = (key: string) => (attempts.get(key) ?? []).filter((time) => time > now() - windowMs && time <= now())

  function store(key: string, times: number[]) {
    attempts.delete(key)
    if (times.length > 0) attempts.set(key, times)
    for (const oldest of attempts.keys()) {
      if (attempts.size <= maxKeys) break
      attempts.delete(oldest)
    }
  }

  return {
    /** Milliseconds until another attempt is free; 0 if one is. */
    waitMs(key: string): number {
      const times = recent(key)
      const first = times[times.length - limit]
      return first === undefined ? 0 : first + windowMs - now()
    },
    /** Counts an attempt before its outcome is known, so that concurrent ones cannot pass together. */
    consume: (key: string) => store(key, [...recent(key), now()].slice(-limit)),
    /** Removes the last attempt, which was not a failure. */
    refund: (key: string) => store(key, recent(key).slice(0, -1)),
    reset: (key: string) => store(key, []),
    /** The number of stored keys. */
    size: () => attempts.size,
  }
}

/** Limits the requests per IP address in a time window. `what` begins the message: `Too many sign-ups`. */
export function createRateLimiter({ what, ...options }: SlidingWindowOptions & { what: string }) {
  const requests = createSlidingWindow(options)
  return {
    /** Counts a request of this IP address. Throws `RateLimitError`, whose message says when to try again. */
    consume(address: string): void {
      const key = rateLimitKey(address)
      const waitMs = requests.waitMs(key)
      if (waitMs > 0) throw new RateLimitError(`${what} from your network. ${tryAgainIn(waitMs)}`, waitMs / 1000)
      requests.consume(key)
    },
  }
}
export type RateLimiter = ReturnType<typeof createRateLimiter>

export function tryAgainIn(waitMs: number): string {
  const minutes = Math.ceil(waitMs / 60_000)
  return `Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}
