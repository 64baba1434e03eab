import { connect, type Socket } from 'node:net'
import { percentile } from './percentile.ts'

const CONNECTIONS = 64

export type Load = {
  requestsPerSecond: number
  /** Response times in ms. */
  p99: number
  generator: 'wrk' | 'sockets'
}

/** Requests per second for one path over 64 keep-alive connections, with these headers. */
export async function load(url: string, seconds: number, headers = ['Accept-Encoding: br']): Promise<Load> {
  return Bun.which('wrk')
    ? { ...(await byWrk(url, seconds, headers)), generator: 'wrk' }
    : { ...(await bySockets(url, seconds, headers)), generator: 'sockets' }
}

const MS: Record<string, number> = { us: 0.001, ms: 1, s: 1000 }

async function byWrk(url: string, seconds: number, headers: string[]) {
  const sent = headers.flatMap((one) => ['-H', one])
  const run = Bun.spawn(['wrk', '--latency', '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, ...sent, url], {
    stdout: 'pipe',
  })
  const output = await new Response(run.stdout).text()
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(output)
  const [, slowest, unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(output) ?? []
  return {
    requestsPerSecond: Number(/Requests\/sec:\s*([\d.]+)/.exec(output)?.[1]),
    p99: Number(slowest) * (MS[unit] ?? Number.NaN),
  }
}

/** Without wrk: plain sockets with one request in flight on each. Slower than wrk, so the ratios are closer to 1. */
async function bySockets(url: string, seconds: number, headers: string[]) {
  const { hostname, port, pathname } = new URL(url)
  const request = [`GET ${pathname} HTTP/1.1`, `Host: ${hostname}:${port}`, ...headers, '', ''].join('\r\n')
  const took: number[] = []
  const sockets: Socket[] = []
  for (let count = 0; count < CONNECTIONS; count++) {
    const socket = connect(Number(port), hostname)
    let missing = 0
    let sent = 0
    const ask = () => {
      sent = performance.now()
      socket.write(request)
    }
    socket.on('data', (chunk: Buffer) => {
      if (missing === 0) missing = answerLength(chunk)
      missing -= chunk.length
      if (missing > 0) return
      missing = 0
      took.push(performance.now() - sent)
      ask()
    })
    ask()
    sockets.push(socket)
  }
  await Bun.sleep(seconds * 1000)
  for (const socket of sockets) socket.destroy()
  return { requestsPerSecond: took.length / seconds, p99: percentile(took, 0.99) }
}

/** The length of the whole response, from its head; a 304 has no body, whatever length it declares. */
export function answerLength(chunk: Buffer): number {
  const end = chunk.indexOf('\r\n\r\n')
  const head = chunk.subarray(0, end).toString('latin1')
  const length = head.startsWith('HTTP/1.1 304') ? 0 : /content-length: (\d+)/i.exec(head)?.[1]
  return end + 4 + Number(length)
}
