import { connect, type Socket } from 'node:net'
import { answerLength } from './load.ts'

const CONNECTIONS = 16
const EVERY_MS = 5

/**
 * Response times for one visit every five milliseconds, whether or not the previous one was answered: an open-loop load that leaves
 * most of the machine to the server. Milliseconds per visit.
 */
export async function visits(url: string, seconds: number): Promise<number[]> {
  const times: number[] = []
  /** Visits that wait for a free connection. */
  const due: number[] = []
  const { hostname, port, pathname } = new URL(url)
  const request = `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept-Encoding: br\r\n\r\n`
  const free: ((since: number) => void)[] = []
  const serveNext = () => {
    const send = due.length > 0 && free.pop()
    if (send) send(due.shift() ?? Number.NaN)
  }
  const opened = (): Socket => {
    const socket = connect(Number(port), hostname).setNoDelay(true)
    let came = 0
    let missing = 0
    const send = (since: number) => {
      came = since
      socket.write(request)
    }
    socket.on('data', (chunk: Buffer) => {
      if (missing === 0) missing = answerLength(chunk)
      missing -= chunk.length
      if (missing > 0) return
      missing = 0
      times.push(performance.now() - came)
      free.push(send)
      serveNext()
    })
    free.push(send)
    return socket
  }
  const sockets = Array.from({ length: CONNECTIONS }, opened)
  const visitors = setInterval(() => {
    due.push(performance.now())
    serveNext()
  }, EVERY_MS)
  await Bun.sleep(seconds * 1000)
  clearInterval(visitors)
  for (const socket of sockets) socket.destroy()
  return times
}
