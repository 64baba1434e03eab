import { createServer } from 'node:net'

/** Below the ports that the system gives to outgoing connections, one of which could take the port of a stopped server. */
const FIRST = 20_000
const LAST = 32_000

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer().on('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** Ports for servers that stop and start again. */
export async function stablePorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  while (found.size < count) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (await isFree(port)) found.add(port)
  }
  return [...found]
}

/** A port for one such server, or on which nothing listens. */
export async function freePort(): Promise<number> {
  const [port = 0] = await stablePorts(1)
  return port
}
