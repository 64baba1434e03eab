import { createFairQueue, heldOpen } from './fair-queue.ts'

/** Strangers may ask for any name: most connections stay free for others. */
const CONCURRENT = 3
/** Running and waiting. */
const LOOKUPS_MAX = 200
/** How long a name that was not found is not looked up again. */
const MISS_MS = 5_000
const MISSES_MAX = 10_000

/**
 * Limits the load of looking up names that requests choose: lookups of one name are shared, networks take turns, and one that
 * found nothing is remembered for seconds. Throws `UnavailableError` while too many wait, and what `find` throws.
 */
export function createLookup<T>(find: (name: string) => Promise<T | undefined>, now: () => number = performance.now) {
  const fairQueue = createFairQueue({
    atOnce: CONCURRENT,
    waitingMax: LOOKUPS_MAX - CONCURRENT,
    busy: 'Too many files are being looked up. Please try again in a moment.',
  })
  const running = new Map<string, Promise<T | undefined>>()
  /** When each name may be looked up again, oldest first. */
  const misses = new Map<string, number>()

  async function search(name: string): Promise<T | undefined> {
    const found = await fairQueue(() => find(name))
    if (found !== undefined) return found
    const [oldest] = misses.size >= MISSES_MAX ? misses.keys() : []
    if (oldest !== undefined) misses.delete(oldest)
    misses.delete(name)
    misses.set(name, now() + MISS_MS)
    return undefined
  }

  return {
    async find(name: string): Promise<T | undefined> {
      if ((misses.get(name) ?? 0) > now()) return undefined
      const task = running.get(name) ?? search(name).finally(() => running.delete(name))
      running.set(name, task)
      return heldOpen(task)
    },
    /** Looks this name up again on the next request. */
    expect: (name: string) => void misses.delete(name),
  }
}
