import { type EncodedVariants, recompressBest } from '#server/http/precompressed.ts'

/** A page that changes again meanwhile is not worth the work. */
const MAX_WAIT_MS = 5_000

/**
 * Makes pages smaller a while after it is told of them: one at a time, and the last form of each alone. What is
 * sent until then is the quick form. Holds keys, not pages: `find` gives what is kept under one when its turn comes. Keeps no
 * process alive.
 */
export function createRecompressor(find: (key: string) => EncodedVariants | undefined, maxWaitMs = MAX_WAIT_MS) {
  const waiting = new Set<string>()
  let begun = false

  async function work() {
    for (const key of waiting) {
      waiting.delete(key)
      const variants = find(key)
      if (!variants) continue
      const began = performance.now()
      await recompressBest(variants)
      // Visitors have at least half of the processor that this takes.
      await pause(performance.now() - began)
    }
    begun = false
  }

  return (key: string) => {
    waiting.add(key)
    if (!begun) setTimeout(work, maxWaitMs).unref()
    begun = true
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref())
