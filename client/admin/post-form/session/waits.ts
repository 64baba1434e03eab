export type Clock = {
  /** Milliseconds since any moment. */
  now(): number
  timers: { set(run: () => void, delayMs: number): () => void }
}

/** The time since the page was opened, which no change of the computer's clock moves. */
export const pageClock: Clock = {
  now: () => performance.now(),
  timers: {
    set(run, delayMs) {
      const timer = setTimeout(run, delayMs)
      return () => clearTimeout(timer)
    },
  },
}

/** The waits of a session by name, with one timer. A wait that begins again at each key press costs almost nothing. */
export function createWaits({ now, timers }: Clock) {
  const waits = new Map<string, { at: number; run: () => void }>()
  let armed: { at: number; cancel: () => void } | undefined
  let isStopped = false

  function arm(): void {
    const next = Math.min(...[...waits.values()].map(({ at }) => at))
    if (next === Number.POSITIVE_INFINITY || (armed && armed.at <= next)) return
    armed?.cancel()
    armed = { at: next, cancel: timers.set(ring, Math.max(0, next - now())) }
  }

  function ring(): void {
    armed = undefined
    const moment = now()
    for (const [name, { at, run }] of [...waits]) {
      if (at > moment) continue
      waits.delete(name)
      run()
    }
    arm()
  }

  return {
    begin(name: string, delayMs: number, run: () => void): void {
      if (isStopped) return
      waits.set(name, { at: now() + delayMs, run })
      arm()
    },
    has: (name: string): boolean => waits.has(name),
    end: (name: string): boolean => waits.delete(name),
    /** No wait begins any more. */
    stop(): void {
      isStopped = true
      armed?.cancel()
      armed = undefined
      waits.clear()
    },
  }
}
