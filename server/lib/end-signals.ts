/** Service managers and Ctrl+C signal the whole group of processes, and `bun run` passes its signal on: one reason arrives twice. */
const SAME_SIGNAL_MS = 1_000

/**
 * Calls `end` on the first SIGTERM or SIGINT. Further ones within a second count as the same; a later one ends the process at once
 * (exit code 1).
 */
export function onEndSignal(end: (signal: NodeJS.Signals) => void): void {
  let firstAt: number | undefined
  const receive = (signal: NodeJS.Signals) => {
    if (firstAt === undefined) {
      firstAt = performance.now()
      end(signal)
    } else if (performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(1)
  }
  process.on('SIGTERM', receive)
  process.on('SIGINT', receive)
}
