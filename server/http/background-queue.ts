/** Strangers choose some of the keys, and nothing here has to be done. */
const WAITING_MAX = 2_000

/**
 * A queue of keys for work in the background: `job` runs for one key at a time, while no key was added for `delayMs`, and for at
 * most half of the time, which leaves the other half of the processor to requests. Further keys are dropped while 2,000 wait.
 * A job that fails is reported, and the next one runs.
 */
export function createBackgroundQueue(
  job: (key: string) => Promise<unknown>,
  delayMs: number,
  onError: (error: unknown, key: string) => void,
) {
  const waiting = new Set<string>()
  let dueMs = 0
  let isWorking = false
  let isClosed = false

  async function work() {
    isWorking = true
    try {
      for (const key of waiting) {
        while (performance.now() < dueMs) await pause(dueMs - performance.now())
        // It is gone if the queue has been closed.
        if (!waiting.delete(key)) continue
        const startedMs = performance.now()
        await job(key).catch((error) => {
          // What it used was closed, too.
          if (!isClosed) onError(error, key)
        })
        await pause(performance.now() - startedMs)
      }
    } finally {
      isWorking = false
    }
  }

  return {
    add(keys: readonly string[]) {
      if (keys.length === 0) return
      for (const key of keys) if (waiting.size < WAITING_MAX) waiting.add(key)
      dueMs = performance.now() + delayMs
      if (!isWorking) work()
    },
    close() {
      isClosed = true
      waiting.clear()
    },
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref())
