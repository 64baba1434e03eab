import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { startServer, URL_MAX_CHARACTERS } from '#server/http/server.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { aRegistration } from '#tests/registration/a-registration.ts'
import {
  type Case,
  call,
  csv,
  env,
  list,
  numberless,
  questions,
  sending,
  summaryOf,
  words,
} from './kinds-of-response.ts'

const METRICS_TOKEN = 'sixteen-letters-or-more'
let app: TestApp
let questioner: ReturnType<typeof questions>
let token = ''
beforeAll(async () => {
  app = await testApp({ files: { 'posts/shown.html': aPost() }, env: { ...env, CAPTCHA: 'on', METRICS_TOKEN } })
  questioner = questions(app)
  token = await app.login()
})
const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends) await end()
  await app.close()
})

const bearer = () => ({ authorization: `Bearer ${token}` })

const calls: Case[] = [
  ['a list', () => ({ path: apiPaths.posts }), 200, list],
  [
    'a list that the browser has',
    async () => ({ path: apiPaths.tags, headers: { 'if-none-match': await questioner.etagOf(apiPaths.tags) } }),
    304,
    list,
  ],
  ['one post', () => ({ path: '/api/blog-posts/shown' }), 200, list],
  ['the prices as a call', () => ({ path: '/pricing' }), 200, list],
  [
    'drafts',
    () => ({ path: `${apiPaths.posts}?state=all`, headers: bearer() }),
    200,
    { ...call, 'cache-control': 'private, no-store' },
  ],
  ['leads', () => ({ path: adminPaths.leads, headers: bearer() }), 200, call],
  ['leads as a table', () => ({ path: adminPaths.leadsCsv, headers: bearer() }), 200, csv],
  ['a login', () => sending(adminPaths.login, ADMIN), 200, call],
  ['a challenge', () => ({ path: '/api/captcha' }), 200, call],
  ['how the process is', () => ({ path: '/healthz' }), 200, call],
  ['how the content is', () => ({ path: '/readyz' }), 200, call],
  ['the description', () => ({ path: '/api/openapi.json' }), 200, list],
  [
    'the metrics',
    () => ({ path: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } }),
    200,
    { ...call, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  ],
  ['the metrics without their token', () => ({ path: '/metrics' }), 401, call],
  ['an invalid host', () => ({ path: '/healthz', headers: { host: 'a@b' } }), 400, call],
  ['an invalid host of a page', () => ({ path: '/', headers: { host: 'a@b' } }), 400, call],
  ['a path that is too long', () => ({ path: `/${'x'.repeat(URL_MAX_CHARACTERS)}` }), 414, call],
  ['a body that is no JSON', () => sending(adminPaths.login, '{'), 400, call],
  ['no token', () => ({ path: `${apiPaths.posts}?state=all` }), 401, call],
  [
    'a write from another site',
    () => sending(apiPaths.contactMessages, {}, { origin: 'https://evil.example' }),
    403,
    call,
  ],
  ['a call that is none', () => ({ path: '/api/nothing' }), 404, call],
  ['a post that is not there', () => ({ path: '/api/blog-posts/nothing' }), 404, call],
  ['another method', () => ({ path: apiPaths.tags, method: 'PATCH' }), 405, call],
  ['another method on a page', () => ({ path: '/blog', method: 'PUT' }), 405, call],
  ['a question about methods', () => ({ path: '/blog', method: 'OPTIONS' }), 405, call],
  ['a body that is too large', () => sending(adminPaths.login, 'x'.repeat(100_000)), 413, call],
  ['another kind of body', () => sending(adminPaths.login, 'x', { 'content-type': 'text/css' }), 415, call],
  ['wrong fields', () => sending(apiPaths.register, {}), 422, call],
  ['code that is not there', () => ({ path: '/code/nothing.js' }), 404, call],
]

describe('the exact headers of every API response, errors included', () => {
  test.each(calls)('%s', async (_, asked, status, said) => {
    expect(await questioner.said(await asked())).toEqual({ status, ...said })
  })

  test('for a request that fails before routing', async () => {
    const ready = () => {
      throw new Error('an internal detail')
    }
    const server = startServer(
      app.app,
      { ...app.services, pages: { findCached: ready } },
      { port: 0, hostname: '127.0.0.1' },
    )
    ends.push(() => server.end())
    const broken = await fetch(`http://127.0.0.1:${server.port}/`)
    expect(summaryOf(broken)).toEqual({ status: 500, ...numberless(call) })
  })

  test('for a request beyond the concurrency limit', async () => {
    const server = startServer(app.app, app.services, { port: 0, hostname: '127.0.0.1', maxConnections: 0 })
    ends.push(() => server.end())
    const { path, ...init } = sending(adminPaths.login, ADMIN)
    const busy = await fetch(`http://127.0.0.1:${server.port}${path}`, init)
    expect(summaryOf(busy)).toEqual({ status: 503, ...call })
  })

  test('for an accepted sign-up, by a script and by a browser without JavaScript', async () => {
    const taking = await testApp({ env })
    try {
      const byScript = await taking.send('POST', apiPaths.register, { json: aRegistration() })
      expect(summaryOf(byScript)).toEqual({ status: 200, ...words })
      const form = { ...aRegistration(), subscriptionAgreement: 'on', plan: '1' }
      const headers = { accept: 'text/html' }
      const byForm = await taking.send('POST', apiPaths.register, { form, headers })
      expect(summaryOf(byForm)).toEqual({ status: 303, ...call })
    } finally {
      await taking.close()
    }
  })

  test('for a login beyond the rate limit', async () => {
    const guess = () => app.send('POST', adminPaths.login, { json: { ...ADMIN, password: 'a wrong guess' } })
    const answers: Response[] = []
    while (answers.length < 20 && answers.at(-1)?.status !== 429) answers.push(await guess())
    expect(answers.slice(-1).map(summaryOf)).toEqual([{ status: 429, ...call }])
  })
})
