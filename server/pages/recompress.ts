import { type EncodedVariants, recompressBest } from '#server/http/responses.ts'

/** Pages that change again within this time are not worth recompressing. */
const MAX_WAIT_MS = 5_000

/**
 * Returns a function that queues pages for recompression at the best quality, one at a time and a while later; until then, the
 * quickly compressed form is sent. It stores keys: `find` returns the current page when its turn comes.
 */
export function createRecompressor(find: (key: string) => EncodedVariants | undefined, maxWaitMs = MAX_WAIT_MS) {
  const waiting = new Set<string>()
  let isScheduled = false

  async function work() {
    for (const key of waiting) {
      waiting.delete(key)
      const variants = find(key)
      if (!variants) continue
      const startedMs = performance.now()
      await recompressBest(variants)
      // Leave at least half of the processor to requests.
      await pause(performance.now() - startedMs)
    }
    isScheduled = false
  }

  return (key: string) => {
    waiting.add(key)
    if (!isScheduled) setTimeout(work, maxWaitMs).unref()
    isScheduled = true
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref())
