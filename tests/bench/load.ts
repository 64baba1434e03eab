import { connect, type Socket } from 'node:net'

const CONNECTIONS = 64

export type Load = { requestsPerSecond: number; generator: 'wrk' | 'sockets' }

/** How many requests for one path a server answers in a second, over 64 kept-alive connections that accept brotli. */
export async function load(url: string, seconds: number): Promise<Load> {
  const requestsPerSecond = Bun.which('wrk') ? await byWrk(url, seconds) : await bySockets(url, seconds)
  return { requestsPerSecond, generator: Bun.which('wrk') ? 'wrk' : 'sockets' }
}

async function byWrk(url: string, seconds: number): Promise<number> {
  const run = Bun.spawn(['wrk', '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-H', 'Accept-Encoding: br', url], {
    stdout: 'pipe',
  })
  const said = await new Response(run.stdout).text()
  if (/Non-2xx|Socket errors/.test(said)) throw new Error(said)
  return Number(/Requests\/sec:\s*([\d.]+)/.exec(said)?.[1])
}

/** Without wrk: plain sockets, one request in flight on each. Slower than wrk, so the ratios come out closer to 1. */
async function bySockets(url: string, seconds: number): Promise<number> {
  const { hostname, port, pathname } = new URL(url)
  const request = `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept-Encoding: br\r\n\r\n`
  let answered = 0
  const sockets: Socket[] = []
  for (let count = 0; count < CONNECTIONS; count++) {
    const socket = connect(Number(port), hostname)
    let missing = 0
    socket.on('data', (chunk: Buffer) => {
      if (missing === 0) missing = answerLength(chunk)
      missing -= chunk.length
      if (missing > 0) return
      missing = 0
      answered++
      socket.write(request)
    })
    socket.write(request)
    sockets.push(socket)
  }
  await Bun.sleep(seconds * 1000)
  for (const socket of sockets) socket.destroy()
  return answered / seconds
}

/** Bytes of the whole answer, told from its head. */
export function answerLength(chunk: Buffer): number {
  const head = chunk.indexOf('\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(chunk.subarray(0, head).toString('latin1'))?.[1]
  return head + 4 + Number(length)
}
