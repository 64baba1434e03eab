import { readdirSync, readlinkSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Collectors } from './collectors.ts'

const LAG_RESOLUTION_MS = 50
const NS_PER_SECOND = 1e9

/**
 * Metrics of the process under their standard names. prom-client's own collector does not measure Bun's heap. Returns a function
 * that stops the measurement of the event loop.
 */
export function collectProcessMetrics({ gauge, counter }: Collectors): () => void {
  const startedAt = Date.now() / 1000 - process.uptime()
  gauge('process_start_time_seconds', 'Start time of the process.', () => startedAt)
  counter('process_cpu_seconds_total', 'CPU time.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  gauge('process_heap_used_bytes', 'JavaScript heap in use.', () => process.memoryUsage().heapUsed)
  gauge('process_open_fds', 'Open file descriptors.', () => fileDescriptors().length)
  gauge('process_open_sockets', 'Open sockets.', () => fileDescriptors().filter(isSocket).length)
  const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS })
  lag.enable()
  gauge('site_event_loop_lag_seconds', 'Timer delay since the last scrape.', () => {
    const values = [
      [lag.percentile(50) / NS_PER_SECOND, { quantile: '0.5' }],
      [lag.percentile(99) / NS_PER_SECOND, { quantile: '0.99' }],
      [lag.max / NS_PER_SECOND, { quantile: '1' }],
    ] as const
    lag.reset()
    return values
  })
  return () => void lag.disable()
}

const FD_FOLDER = '/proc/self/fd'

/** Linux only; empty elsewhere. */
function fileDescriptors(): string[] {
  try {
    return readdirSync(FD_FOLDER)
  } catch {
    return []
  }
}

/** The descriptor may have been closed since it was listed. */
function isSocket(descriptor: string): boolean {
  try {
    return readlinkSync(`${FD_FOLDER}/${descriptor}`).startsWith('socket:')
  } catch {
    return false
  }
}
