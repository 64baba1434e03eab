import { connect } from 'node:net'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { requestText } from './connection.ts'

/** The bytes sent at once, and the pieces that drip in afterwards; a client that never reads leaves the response unread. */
export type SlowKind = { name: string; start: string; drip?: string; reads?: false }

const head = (method: string, path: string, ...lines: string[]) =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: localhost', ...lines].join('\r\n')}\r\n\r\n`
const JSON_TYPE = 'Content-Type: application/json'
const LENGTH = 'Content-Length: 1000'
const home = requestText(pagePaths.home)

export const SILENT: SlowKind = { name: 'says nothing', start: '' }
/** In the head, in the body, in both, on routes with and without a body. */
export const slowKinds: readonly SlowKind[] = [
  SILENT,
  { name: 'half a head', start: 'GET / HTTP/1.1\r\nHost: loc' },
  { name: 'a head that drips', start: 'GET / HTTP/1.1\r\nHost: localhost\r\n', drip: 'X-A: b\r\n' },
  { name: 'a first line that drips', start: 'GET /', drip: 'a' },
  { name: 'a second head that drips', start: `${home}GET / HTTP/1.1\r\nHost: localhost\r\n`, drip: 'X-A: b\r\n' },
  { name: 'half a login', start: head('POST', adminPaths.login, JSON_TYPE, LENGTH) },
  { name: 'a login that drips', start: head('POST', adminPaths.login, JSON_TYPE, LENGTH), drip: '{' },
  { name: 'a sign-up that drips', start: head('POST', apiPaths.register, JSON_TYPE, LENGTH), drip: ' ' },
  {
    name: 'a message that drips in chunks',
    start: head('POST', apiPaths.contactMessages, JSON_TYPE, 'Transfer-Encoding: chunked'),
    drip: '1\r\n{\r\n',
  },
  { name: 'half a chunk', start: `${head('POST', adminPaths.login, JSON_TYPE, 'Transfer-Encoding: chunked')}ff\r\n{` },
  { name: 'a post without a token that drips', start: head('POST', apiPaths.posts, LENGTH), drip: 'x' },
  { name: 'a body for a page that drips', start: head('POST', pagePaths.blog, LENGTH), drip: 'x' },
  { name: 'a body with a GET that drips', start: head('GET', pagePaths.blog, LENGTH), drip: 'x' },
  { name: 'a body for an unknown endpoint', start: head('POST', '/api/nothing', LENGTH), drip: 'x' },
  { name: 'never reads', start: home.repeat(200), reads: false },
]

const DRIP_EVERY_MS = 1_000

/** Milliseconds until the server ended the connection; `undefined`: not before `givenUp`. A client that never reads does not notice. */
export function sendSlowly(port: number, { start, drip, reads }: SlowKind, givenUp: AbortSignal) {
  const began = performance.now()
  return new Promise<number | undefined>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const finish = (ms: number | undefined) => {
      clearInterval(dripping)
      socket.destroy()
      resolve(ms)
    }
    givenUp.addEventListener('abort', () => finish(undefined))
    const dripping = drip === undefined ? undefined : setInterval(() => socket.write(drip), DRIP_EVERY_MS)
    if (reads === false) socket.pause()
    else socket.resume()
    socket.on('error', () => {})
    socket.on('close', () => finish(performance.now() - began))
    if (start !== '') socket.write(start)
  })
}
