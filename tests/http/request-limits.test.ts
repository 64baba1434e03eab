import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { rejectEarly, startServer, URL_MAX_CHARACTERS } from '#server/http/server.ts'
import { rateLimitKey } from '#server/lib/ip.ts'
import { createRateLimiter } from '#server/lib/rate-limiter.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { rawSocket } from '#tests/helpers/raw-socket.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { type Connection, openConnection, requestText } from '#tests/torture/connection.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
const ends = endsOfEachTest()

describe('a URL that is too long', () => {
  const path = (characters: number) => `/blog?${'q'.repeat(characters - '/blog?'.length)}`

  test('is 414 in the common error shape, and one character less is routed', async () => {
    const url = app.listen()
    const tooLong = await fetch(url + path(URL_MAX_CHARACTERS + 1))
    expect(tooLong.status).toBe(414)
    expect(await tooLong.json()).toEqual({ message: 'This URL is too long.' })
    expect((await fetch(url + path(URL_MAX_CHARACTERS))).status).toBe(200)
  })

  test('is rejected by the runtime when the request head exceeds 16 kB, and the connection is closed', async () => {
    const answer = await rawSocket(app.listen(), [
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`,
    ])
    expect(answer.status).toBe(431)
    expect(answer.closedAfterMs).toBeDefined()
  })
})

describe('while too many requests are in flight', () => {
  const ask = (method: string, path: string) =>
    rejectEarly(new Request(`http://localhost${path}`, { method }), path, 11, 10)

  test('a body is rejected with 503 and Retry-After', async () => {
    const answer = ask('POST', apiPaths.register)
    expect(answer?.status).toBe(503)
    expect(answer?.headers.get('retry-after')).toBe('5')
    expect(answer?.headers.get('connection')).toBe('close')
    expect(await answer?.json()).toEqual({
      message: 'Too much is being sent to us right now. Please try again in a moment.',
    })
  })

  test('reads are accepted and the health endpoint answers', () => {
    for (const path of ['/', '/healthz', '/readyz', apiPaths.posts]) expect(ask('GET', path)).toBeUndefined()
  })
})

test('closes idle connections beyond the connection limit and accepts new ones', async () => {
  const server = startServer(app.app, app.services, { port: 0, hostname: '127.0.0.1', maxConnections: 10 })
  const open: Connection[] = []
  ends.push(() => server.end())
  for (let count = 0; count < 30; count++) {
    const connection = await openConnection(server.port)
    expect(await connection.ask(requestText('/healthz'))).toMatchObject({ status: 200 })
    open.push(connection)
  }
  await eventually(
    () => open.filter((connection) => connection.isOpen()).length,
    (left) => left === 0,
  )
  expect((await fetch(`http://127.0.0.1:${server.port}${pagePaths.home}`)).status).toBe(200)
})

test('answers 500 in the common error shape when a request fails before routing, and logs it once', async () => {
  const ready = () => {
    throw new Error('the secret is 42')
  }
  const server = startServer(
    app.app,
    { ...app.services, pages: { findCached: ready } },
    { port: 0, hostname: '127.0.0.1' },
  )
  ends.push(() => server.end())
  const logged = app.logged.length
  const answer = await fetch(`http://127.0.0.1:${server.port}/`)
  expect(answer.status).toBe(500)
  expect(await answer.json()).toEqual({ message: 'Something went wrong on our side. Please try again.' })
  expect(app.logged.slice(logged).filter((line) => line.includes('request failed'))).toHaveLength(1)
})

describe('rate limits per IP address', () => {
  test('count an IPv6 /56 as one, and each IPv4 address separately', () => {
    expect(['203.0.113.7', '2001:db8:1:2:3:4:5:6', '2001:db8::1', '::1'].map(rateLimitKey)).toEqual([
      '203.0.113.7',
      '2001:db8:1:0::/56',
      '2001:db8:0:0::/56',
      '0:0:0:0::/56',
    ])
    const limits = createRateLimiter({ what: 'Too many sign-ups', limit: 2, windowMs: 60_000, now: Date.now })
    limits.consume('2001:db8::1')
    limits.consume('2001:db8:0:ff::2')
    expect(() => limits.consume('2001:db8::3')).toThrow(
      'Too many sign-ups from your network. Please try again in 1 minute.',
    )
    limits.consume('2001:db8:0:100::1')
  })
})
