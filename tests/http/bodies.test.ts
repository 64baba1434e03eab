import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { readBytes } from '#server/http/body.ts'
import { rawSocket } from '#tests/helpers/raw-socket.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'

let app: TestApp
let url: string
beforeAll(async () => {
  app = await testApp()
  url = app.listen()
})
afterAll(() => app.close())

const MEGABYTE = new Uint8Array(1024 * 1024).fill(97)
const head = (...lines: string[]) =>
  `${[`POST ${adminPaths.login} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', ...lines].join('\r\n')}\r\n\r\n`
const megabytes = (count: number) => Array.from({ length: count }, () => MEGABYTE)
const chunks = (count: number) => megabytes(count).flatMap((bytes) => ['100000\r\n', bytes, '\r\n'])

describe('a body that is too large, over a real socket', () => {
  const tooLarge = {
    'is rejected by its Content-Length': [head('Content-Length: 20000000000')],
    'is rejected while it is being sent': [head('Content-Length: 524288000'), ...megabytes(500)],
    'is rejected when it is chunked': [head('Transfer-Encoding: chunked'), ...chunks(500)],
  }
  test.each(Object.entries(tooLarge))('%s: answers 413 with a message and closes the connection', async (_, pieces) => {
    const memory = process.memoryUsage.rss()
    const answer = await rawSocket(url, pieces)
    expect(answer.status).toBe(413)
    expect(answer.head).toContain('content-type: application/json')
    expect(answer.head).toContain('connection: close')
    expect(JSON.parse(answer.body)).toEqual({ message: 'This is too large: at most 64 kB can be sent.' })
    expect(answer.closedAfterMs).toBeNumber()
    expect(process.memoryUsage.rss() - memory).toBeLessThan(64 * 1024 * 1024)
  })

  test('does not affect the next request', async () => {
    const answer = await fetch(url + adminPaths.login, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    })
    expect(answer.status).toBe(200)
  })

  test('starts one byte above the limit', async () => {
    const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`
    const statusOf = async (body: string) => (await send(body)).status
    expect(await statusOf(text(JSON_MAX_BYTES))).toBe(422)
    expect(await statusOf(text(JSON_MAX_BYTES + 1))).toBe(413)
  })
})

describe('a chunked body', () => {
  const sendChunk = (lines: string[], trailers: string) => {
    const body = JSON.stringify(ADMIN)
    const chunk = `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n${trailers}\r\n`
    return rawSocket(url, [head('Transfer-Encoding: chunked', ...lines), chunk])
  }

  test('is answered, and then the connection closes', async () => {
    const answer = await sendChunk([], '')
    expect([answer.status, answer.closedAfterMs]).toEqual([200, expect.any(Number)])
    expect(answer.head).toContain('connection: close')
  })

  test.each([[[]], [['Trailer: X-Trailer']]])(
    'with trailers has no response that does not say that the connection closes: %j',
    async (lines) => {
      const answer = await sendChunk(lines, 'X-Trailer: a\r\n')
      expect([answer.head.includes('connection: close'), answer.closedAfterMs]).toEqual([true, expect.any(Number)])
    },
  )

  test('of a cached page closes the connection as well', async () => {
    await fetch(`${url}/pricing`)
    const answer = await rawSocket(url, [
      'GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ])
    expect(answer.head).toContain('connection: close')
  })
})

describe('a body that does not arrive in time is 408', () => {
  const streamed = (start: (controller: ReadableStreamDefaultController<Uint8Array>) => void) =>
    new Request('http://localhost/', { method: 'POST', body: new ReadableStream({ start }) })

  test('when nothing arrives', async () => {
    await expect(
      readBytes(
        streamed(() => {}),
        { maxBytes: 100, deadlineMs: 5 },
      ),
    ).rejects.toMatchObject({ status: 408 })
  })

  test('when it drips', async () => {
    let drip: Timer | undefined
    const dripping = streamed((controller) => {
      drip = setInterval(() => controller.enqueue(new Uint8Array(1)), 1)
    })
    await expect(readBytes(dripping, { maxBytes: 100_000, deadlineMs: 20 })).rejects.toMatchObject({ status: 408 })
    clearInterval(drip)
  })

  test('unless enough has arrived to extend the deadline', async () => {
    const slow = streamed((controller) => {
      controller.enqueue(new Uint8Array(1024 * 1024))
      setTimeout(() => controller.close(), 60)
    })
    expect(await readBytes(slow, { maxBytes: 2 * 1024 * 1024, deadlineMs: 5 })).toHaveLength(1024 * 1024)
  })
})

const send = (body: BodyInit, type = 'application/json') =>
  app.get(adminPaths.login, { method: 'POST', headers: { 'content-type': type }, body })

describe('a malformed body is 400', () => {
  const brokenJson = [
    '',
    '{',
    '{"email":}',
    'email=x',
    "{'email':1}",
    '{"a":1}{"b":2}',
    '[1,]',
    '\u0000',
    '\ufeff{}{',
    'NaN',
  ]
  test.each(brokenJson)('for JSON: %j', async (body) => {
    const answer = await send(body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ message: 'This is not valid JSON.' })
  })

  test('for JSON that is not UTF-8', async () => {
    expect((await send(new Uint8Array([34, 0xff, 0xfe, 34]))).status).toBe(400)
  })

  test('for JSON nested deeper than 32, not counting brackets in strings', async () => {
    expect((await send(`${'['.repeat(32)}${']'.repeat(32)}`)).status).toBe(422)
    expect((await send(`${'['.repeat(33)}${']'.repeat(33)}`)).status).toBe(400)
    expect((await send('['.repeat(60_000))).status).toBe(400)
    expect((await send('{"a":'.repeat(10_000))).status).toBe(400)
    expect((await send(JSON.stringify({ email: '[{"\\'.repeat(40), password: 'x' }))).status).toBe(422)
  })

  const brokenForms: [string, string][] = [
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=x', 'no part'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\ncut'],
  ]
  test.each(brokenForms)('for %s: %j', async (type, body) => {
    const answer = await send(body, type)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ message: 'This form could not be read.' })
  })
})

test('answers 415 to another content type', async () => {
  for (const type of ['', 'text/plain', 'application/xml', 'application/json-patch+json', 'image/png']) {
    const answer = await send('{}', type)
    expect({ type, status: answer.status }).toEqual({ type, status: 415 })
  }
  expect((await send('{}', 'Application/JSON; charset=utf-8')).status).toBe(422)
})
