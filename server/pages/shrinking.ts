import { shrink, type Variants } from '#server/http/compressed.ts'

/** A page that changes again meanwhile is not worth the work. */
const PATIENCE_MS = 5_000

/**
 * Makes pages smaller once they have lain ready for a while: one at a time, and the last form of each alone. What is
 * sent until then is the quick form. Keeps no process alive.
 */
export function createShrinking(patienceMs = PATIENCE_MS) {
  const waiting = new Map<string, Variants>()
  let begun = false

  async function work() {
    for (const [key, variants] of waiting) {
      waiting.delete(key)
      await shrink(variants)
    }
    begun = false
  }

  return (key: string, variants: Variants) => {
    waiting.set(key, variants)
    if (!begun) setTimeout(work, patienceMs).unref()
    begun = true
  }
}
