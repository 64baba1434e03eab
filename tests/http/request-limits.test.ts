import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { ADDRESS_MAX_CHARACTERS, turnedAway } from '#server/http/admission.ts'
import { limitedAs } from '#server/http/anonymize-ip.ts'
import { createAddressLimits } from '#server/http/rate-limiter.ts'
import { listen } from '#server/listen.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { rawSocket } from '#tests/helpers/raw-socket.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { type Connection, openConnection, requestText } from '#tests/torture/connection.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
const ends: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

describe('an address that is too long', () => {
  const path = (characters: number) => `/blog?${'q'.repeat(characters - '/blog?'.length)}`

  test('is 414 in the shape of every error; one character less is looked for', async () => {
    const url = app.listen()
    const tooLong = await fetch(url + path(ADDRESS_MAX_CHARACTERS + 1))
    expect(tooLong.status).toBe(414)
    expect(await tooLong.json()).toEqual({ message: 'This URL is too long.' })
    expect((await fetch(url + path(ADDRESS_MAX_CHARACTERS))).status).toBe(200)
  })

  test('a head of more than 16 kB is refused by the server itself, and its connection ends', async () => {
    const answer = await rawSocket(app.listen(), [
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`,
    ])
    expect(answer.status).toBe(431)
    expect(answer.closedAfterMs).toBeDefined()
  })
})

describe('while too many requests are in work', () => {
  const ask = (method: string, path: string) =>
    turnedAway(new Request(`http://localhost${path}`, { method }), path, 11, 10)

  test('a body is refused, and its sender told when to come back', async () => {
    const answer = ask('POST', apiPaths.register)
    expect(answer?.status).toBe(503)
    expect(answer?.headers.get('retry-after')).toBe('5')
    expect(answer?.headers.get('connection')).toBe('close')
    expect(await answer?.json()).toEqual({
      message: 'Too much is being sent to us right now. Please try again in a moment.',
    })
  })

  test('whoever only reads is let in, and the health answers', () => {
    for (const path of ['/', '/healthz', '/readyz', apiPaths.posts]) expect(ask('GET', path)).toBeUndefined()
  })
})

test('beyond the limit of connections those that wait for a next request are closed, and others are let in', async () => {
  const server = listen(app.app, app.parts, { port: 0, hostname: '127.0.0.1', maxConnections: 10 })
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

test('what fails before there is a route is 500 in the shape of every error, and logged once', async () => {
  const ready = () => {
    throw new Error('the secret is 42')
  }
  const server = listen(app.app, { ...app.parts, pages: { ready } }, { port: 0, hostname: '127.0.0.1' })
  ends.push(() => server.end())
  const logged = app.logged.length
  const answer = await fetch(`http://127.0.0.1:${server.port}/`)
  expect(answer.status).toBe(500)
  expect(await answer.json()).toEqual({ message: 'Something went wrong on our side. Please try again.' })
  expect(app.logged.slice(logged).filter((line) => line.includes('request failed'))).toHaveLength(1)
})

describe('limits per address', () => {
  test('count the whole /56 of an IPv6 address as one, and each v4 address alone', () => {
    expect(['203.0.113.7', '2001:db8:1:2:3:4:5:6', '2001:db8::1', '::1'].map(limitedAs)).toEqual([
      '203.0.113.7',
      '2001:db8:1:0::/56',
      '2001:db8:0:0::/56',
      '0:0:0:0::/56',
    ])
    const limits = createAddressLimits({ what: 'Too many sign-ups', limit: 2, windowMs: 60_000 })
    limits.take('2001:db8::1')
    limits.take('2001:db8:0:ff::2')
    expect(() => limits.take('2001:db8::3')).toThrow(
      'Too many sign-ups from your network. Please try again in 1 minute.',
    )
    limits.take('2001:db8:0:100::1')
  })
})
