const TICK_MS = 10

/**
 * How many milliseconds a promise takes, without pauses of this process: on a busy machine it may get no CPU time for longer than any
 * useful limit.
 */
export async function runningTime(work: PromiseLike<unknown> | undefined): Promise<number> {
  let ms = 0
  let last = performance.now()
  const ticks = setInterval(() => {
    const now = performance.now()
    ms += Math.min(now - last, 2 * TICK_MS)
    last = now
  }, TICK_MS)
  try {
    await work
    return ms
  } finally {
    clearInterval(ticks)
  }
}
