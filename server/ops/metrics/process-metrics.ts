import { readdirSync, readlinkSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Registry } from 'prom-client'
import { figureMaker } from './collectors.ts'

const LAG_EVERY_MS = 50
const NS_PER_SECOND = 1e9

/**
 * Figures of the process, under the names that everybody's dashboards know. The library's own would say nothing true of
 * Bun's heap. Gives what ends the measuring.
 */
export function collectProcessMetrics(client: Parameters<typeof figureMaker>[0], registry: Registry): () => void {
  const { gauge, counter } = figureMaker(client, registry)
  const started = Date.now() / 1000 - process.uptime()
  gauge('process_start_time_seconds', 'When the process was started.', () => started)
  counter('process_cpu_seconds_total', 'Time on the processor.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  gauge('process_resident_memory_bytes', 'Memory that is really there.', () => process.memoryUsage.rss())
  gauge('process_heap_used_bytes', 'Memory that JavaScript holds.', () => process.memoryUsage().heapUsed)
  gauge('process_open_fds', 'Open files and sockets.', () => descriptors().length)
  gauge('process_open_sockets', 'Open sockets.', () => descriptors().filter(isSocket).length)
  return collectLag(gauge)
}

/** How late timers come: what a request waits for while something else holds the only thread. Since the last look. */
function collectLag(gauge: ReturnType<typeof figureMaker>['gauge']): () => void {
  const lag = monitorEventLoopDelay({ resolution: LAG_EVERY_MS })
  lag.enable()
  gauge('site_event_loop_lag_seconds', 'How late timers came since the last look.', () => {
    const read = [
      [lag.percentile(50) / NS_PER_SECOND, { quantile: '0.5' }],
      [lag.percentile(99) / NS_PER_SECOND, { quantile: '0.99' }],
      [lag.max / NS_PER_SECOND, { quantile: '1' }],
    ] as const
    lag.reset()
    return read
  })
  return () => void lag.disable()
}

const FOLDER = '/proc/self/fd'

/** Linux only; elsewhere there are none to be had. */
function descriptors(): string[] {
  try {
    return readdirSync(FOLDER)
  } catch {
    return []
  }
}

/** One may be closed between both looks. */
function isSocket(descriptor: string): boolean {
  try {
    return readlinkSync(`${FOLDER}/${descriptor}`).startsWith('socket:')
  } catch {
    return false
  }
}
