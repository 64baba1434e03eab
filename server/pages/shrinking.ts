import { shrink, type Variants } from '#server/http/compressed.ts'

/** A page that changes again meanwhile is not worth the work. */
const PATIENCE_MS = 5_000
/**
 * Who reads thousands of pages makes them faster than they can be made small: what comes then stays as it is, for a queue without
 * an end would hold more than the cache of pages may.
 */
const WAITING_MAX = 100

type Waiting = { variants: Variants; isKept: () => boolean }

/**
 * Makes pages smaller once they have lain ready for a while: one at a time, and the last form of each alone. What is
 * sent until then is the quick form. Keeps no process alive.
 */
export function createShrinking(patienceMs = PATIENCE_MS) {
  const waiting = new Map<string, Waiting>()
  let begun = false

  async function work() {
    for (const [key, { variants, isKept }] of waiting) {
      waiting.delete(key)
      if (!isKept()) continue
      const began = performance.now()
      await shrink(variants)
      // Visitors have at least half of the processor that this takes.
      await Bun.sleep(performance.now() - began)
    }
    begun = false
  }

  /** `isKept` tells whether the page is still there when its turn comes. */
  return (key: string, variants: Variants, isKept: () => boolean) => {
    if (waiting.size >= WAITING_MAX && !waiting.has(key)) return
    waiting.set(key, { variants, isKept })
    if (!begun) setTimeout(work, patienceMs).unref()
    begun = true
  }
}
