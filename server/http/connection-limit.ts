import { readdirSync } from 'node:fs'

const CHECK_EVERY_MS = 1_000

type Connections = Pick<Bun.Server<undefined>, 'closeIdleConnections'>

/**
 * Keeps a crowd from using up the process's file descriptors: beyond `max` open connections those that wait for a next
 * request are closed, within a second. Those that never sent a whole one are not among them, for nothing tells them
 * apart: the server's own deadline ends them after twelve seconds. The timer keeps nothing alive.
 */
export function limitConnections(server: Connections, max: number, count = openConnections): Timer {
  return setInterval(() => {
    if (count() > max) server.closeIdleConnections()
  }, CHECK_EVERY_MS).unref()
}

/** What the process has open: connections, and a few dozen files. 0 where the system does not say. */
export function openConnections(): number {
  for (const folder of ['/proc/self/fd', '/dev/fd']) {
    try {
      return readdirSync(folder).length
    } catch {}
  }
  return 0
}
