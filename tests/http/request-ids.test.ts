import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { createAccessLog, recordRoute } from '#server/http/access-log.ts'
import { errorHandler } from '#server/http/errors.ts'
import { createLog } from '#server/lib/log.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'

const ID = /^[0-9a-f]{12}$/
const idOf = (answer: Response) => answer.headers.get('x-request-id')

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMITS: 'off' } })
})
afterAll(() => app.close())

const linesOf = (id: string | null) =>
  app.logged.map((line) => JSON.parse(line)).filter(({ request }) => request === id)

describe('the request id', () => {
  test('is fresh, short and part of every response', async () => {
    const paths = [apiPaths.posts, '/api/nothing', '/healthz', '/storage/nothing.png', '/nothing', '/code/nothing.js']
    const ids = await Promise.all(paths.map(async (path) => idOf(await app.get(path))))
    for (const id of ids) expect(id).toMatch(ID)
    expect(new Set(ids).size).toBe(paths.length)
  })

  test('is taken from a trusted proxy when it is a plain word', async () => {
    const sent = (id: string) => app.get('/healthz', { headers: { 'x-request-id': id } }).then(idOf)
    expect(await sent('proxy-1_Z')).toBe('proxy-1_Z')
    for (const id of ['', 'two words', 'a"b', 'ä', 'x'.repeat(65), 'a,b']) expect(await sent(id)).toMatch(ID)
  })

  test('is never taken from another client', async () => {
    const stranger = await testApp()
    try {
      const answer = await fetch(`${stranger.listen()}/healthz`, { headers: { 'x-request-id': 'mine' } })
      expect(idOf(answer)).toMatch(ID)
    } finally {
      await stranger.close()
    }
  })

  test('is in every log line of its request, and in no other', async () => {
    const guess = { ...ADMIN, password: 'a wrong guess' }
    const [wrong, right] = await Promise.all([app.post(adminPaths.login, guess), app.post(adminPaths.login, ADMIN)])
    expect(linesOf(idOf(wrong)).map(({ event }) => event)).toEqual(['login failed', 'request'])
    expect(linesOf(idOf(right)).map(({ event }) => event)).toEqual(['login', 'request'])
  })
})

describe('the access log', () => {
  const lineOf = async (method: string, path: string) => linesOf(idOf(await app.send(method, path))).at(-1)

  test('contains the route pattern, never the URL', async () => {
    expect(await lineOf('GET', '/api/blog-posts/private-name?q=private-word')).toMatchObject({
      event: 'request',
      method: 'GET',
      route: '/api/blog-posts/:id',
      status: 404,
      ms: expect.any(Number),
    })
    expect(app.logged.filter((line) => line.includes('private'))).toEqual([])
  })

  test.each([
    ['GET', apiPaths.posts, 'info'],
    ['GET', '/blog', 'debug'],
    ['GET', '/healthz', 'debug'],
    ['GET', '/nothing', 'info'],
    ['PUT', apiPaths.tags, 'info'],
    ['POST', apiPaths.tags, 'warn'],
  ])('logs %s %s as %s', async (method, path, level) => {
    expect(await lineOf(method, path)).toMatchObject({ level })
  })

  test('says why a request is rejected, and repeats nothing that was sent', async () => {
    const reasonOf = async (method: string, path: string, sent: Parameters<TestApp['send']>[2] = {}) =>
      linesOf(idOf(await app.send(method, path, sent))).at(-1)?.reason
    expect(await reasonOf('GET', '/api/blog-posts/nothing')).toBeString()
    expect(await reasonOf('PUT', apiPaths.tags)).toBe('Method not allowed.')
    expect(await reasonOf('POST', apiPaths.tags)).toBe('Please log in.')
    expect(await reasonOf('POST', adminPaths.login, { json: { ...ADMIN, password: 'a wrong guess' } })).toBeString()
    const form = { name: 'what was sent', email: 'what was sent', message: '' }
    const html = { accept: 'text/html' }
    for (const headers of [{}, html]) {
      const reason = await reasonOf('POST', apiPaths.contactMessages, { form, headers })
      expect(reason).toMatch(/\(.*email.*\)$/)
    }
    expect(await reasonOf('GET', '/')).toBeUndefined()
    expect(app.logged.filter((line) => /what was sent|a wrong guess/.test(line))).toEqual([])
  })
})

describe('an internal error', () => {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  const { observe } = createAccessLog(log, { includes: () => false }, undefined)
  const broken = new Elysia()
    .use(errorHandler(log))
    .use(recordRoute)
    .get('/api/broken/:id', async () => {
      await Promise.resolve()
      throw new Error('an internal detail')
    })
  const ask = () => observe(new Request('http://localhost/api/broken/1'), broken.handle, () => '')

  test('returns the id, under which the log has the reason', async () => {
    const answer = await ask()
    const id = idOf(answer)
    const body = await answer.json()
    expect(body).toEqual({ message: expect.stringContaining(`request ${id}.`), requestId: id })
    const found = lines.map((line) => JSON.parse(line)).filter(({ request }) => request === id)
    expect(found).toMatchObject([
      { level: 'error', event: 'request failed', reason: 'an internal detail' },
      { level: 'error', event: 'request', route: '/api/broken/:id', status: 500 },
    ])
  })

  test('does not pass its id to background work', async () => {
    const later = Promise.withResolvers<void>()
    const waiting = new Elysia().get('/', () => {
      setTimeout(() => {
        log.info('later')
        later.resolve()
      })
      return new Response()
    })
    await observe(new Request('http://localhost/'), waiting.handle, () => '')
    await later.promise
    expect(JSON.parse(lines.at(-1) ?? '')).not.toHaveProperty('request')
  })
})
