import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import { errorHandler } from '#server/http/errors.ts'
import { createLog } from '#server/lib/log.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => app.close())

const API_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

async function expectRefusal(answer: Response, status: number) {
  expect(answer.status).toBe(status)
  expect(Object.fromEntries(answer.headers)).toMatchObject(API_HEADERS)
  const body = await answer.json()
  expect(body.message).toEndWith('.')
  expect(Object.keys(body)).toEqual(status === 422 ? ['message', 'errors'] : ['message'])
}

describe('an unknown URL', () => {
  const unknown = ['/api', '/api/', '/api/nothing', '/api/admin', '/api/..%2fsecret', '/api/%00', '/api/%zz']
  test.each(unknown)('is 404 below /api for every method: %s', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      await expectRefusal(await app.send(method, path), 404)
    }
  })

  test('is 405 elsewhere for a method that no page supports', async () => {
    const answer = await app.send('POST', '/blog', { json: {} })
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
    await expectRefusal(answer, 405)
  })
})

describe('an unsupported method is 405 with the allowed ones', () => {
  const known: [string, string[], string][] = [
    [adminPaths.login, ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'], 'POST'],
    [adminPaths.sessions, ['POST', 'PUT', 'PATCH', 'OPTIONS'], 'GET, HEAD, DELETE'],
    ['/healthz', ['POST', 'DELETE'], 'GET, HEAD'],
    ['/readyz', ['POST', 'DELETE'], 'GET, HEAD'],
  ]
  test.each(known)('%s', async (path, methods, allow) => {
    for (const method of methods) {
      const answer = await app.send(method, path)
      expect(answer.headers.get('allow')).toBe(allow)
      await expectRefusal(answer, 405)
    }
  })
})

test('grants no other origin access', async () => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
  for (const [method, path] of [
    ['OPTIONS', adminPaths.login],
    ['GET', '/healthz'],
  ] as const) {
    const answer = await app.send(method, path, { headers })
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('repeats no input in error responses', async () => {
  const marker = 'marker-7f3a'
  const answers = [
    await app.get(`/api/${marker}?q=${marker}`, { headers: { 'x-marker': marker } }),
    await app.send(marker.toUpperCase(), adminPaths.login),
    await app.post(adminPaths.login, { email: marker, password: marker }),
    await app.post(adminPaths.login, { email: `${marker}@testery.example`, password: marker, [marker]: marker }),
    await app.post(adminPaths.login, { email: { [marker]: marker } }),
    await app.send('POST', adminPaths.login, { headers: { 'content-type': marker } }),
    await app.get(adminPaths.login, { method: 'POST', headers: { 'content-type': 'application/json' }, body: marker }),
    await app.send('DELETE', adminPaths.sessions, { token: marker }),
    await app.send('POST', adminPaths.login, { json: {}, headers: { origin: `https://${marker}.example` } }),
  ]
  for (const answer of answers) {
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(JSON.stringify([...answer.headers]) + (await answer.text())).not.toInclude(marker)
  }
})

describe('an unexpected error', () => {
  const lines: string[] = []
  const broken = new Elysia()
    .use(errorHandler(createLog('info', (line) => lines.push(line))))
    .get('/error', () => {
      throw new Error('the secret is 42')
    })
    .get('/text', () => {
      throw 'the secret is 42'
    })
    .get('/late', async () => Promise.reject(new TypeError('the secret is 42')))

  test.each(['/error', '/text', '/late'])('is a 500 that reveals nothing, logged once: %s', async (path) => {
    lines.length = 0
    const answer = await broken.handle(new Request(`http://localhost${path}?secret=typed`))
    expect(answer.status).toBe(500)
    expect(await answer.json()).toEqual({ message: 'Something went wrong on our side. Please try again.' })
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', event: 'request failed', method: 'GET', path })
    expect(lines[0]).not.toInclude('typed')
  })
})
