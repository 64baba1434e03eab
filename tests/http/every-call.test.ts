import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { apiPaths } from '#contract/paths.ts'
import { createLog } from '#server/http/log.ts'
import { onError } from '#server/http/on-error.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { aRegistration } from '#tests/registration/a-registration.ts'
import { type Case, call, csv, env, list, numberless, questions, saidIn, sending, words } from './kinds-of-answer.ts'

let app: TestApp
let questioner: ReturnType<typeof questions>
let token = ''
beforeAll(async () => {
  app = await testApp({ files: { 'posts/shown.html': aPost() }, env: { ...env, CAPTCHA: 'on' } })
  questioner = questions(app)
  token = await app.login()
})
afterAll(() => app.close())

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
  ['leads', () => ({ path: apiPaths.leads, headers: bearer() }), 200, call],
  ['leads as a table', () => ({ path: apiPaths.leadsCsv, headers: bearer() }), 200, csv],
  ['a login', () => sending(apiPaths.login, ADMIN), 200, call],
  ['a challenge', () => ({ path: '/api/captcha' }), 200, call],
  ['how the process is', () => ({ path: '/healthz' }), 200, call],
  ['how the content is', () => ({ path: '/readyz' }), 200, call],
  ['a body that is no JSON', () => sending(apiPaths.login, '{'), 400, call],
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
  ['a body that is too large', () => sending(apiPaths.login, 'x'.repeat(100_000)), 413, call],
  ['another kind of body', () => sending(apiPaths.login, 'x', { 'content-type': 'text/css' }), 415, call],
  ['wrong fields', () => sending(apiPaths.register, {}), 422, call],
  ['code that is not there', () => ({ path: '/code/nothing.js' }), 404, call],
]

describe('every call, refused or failed ones too, says exactly what the security review lists', () => {
  test.each(calls)('%s', async (_, asked, status, said) => {
    expect(await questioner.said(await asked())).toEqual({ status, ...said })
  })

  test('one that breaks', async () => {
    const broken = new Elysia().use(onError(createLog('error', () => {}))).get('/api/broken', () => {
      throw new Error('of no concern to anybody outside')
    })
    expect(saidIn(await broken.handle(new Request('http://localhost/api/broken')))).toEqual({
      status: 500,
      ...numberless(call),
    })
  })

  test('a sign-up that is taken, by a script and by a browser without one', async () => {
    const taking = await testApp({ env })
    try {
      const byScript = await taking.send('POST', apiPaths.register, { json: aRegistration() })
      expect(saidIn(byScript)).toEqual({ status: 200, ...words })
      const form = { ...aRegistration(), subscriptionAgreement: 'on', plan: '1' }
      const headers = { accept: 'text/html' }
      const byForm = await taking.send('POST', apiPaths.register, { form, headers })
      expect(saidIn(byForm)).toEqual({ status: 303, ...call })
    } finally {
      await taking.close()
    }
  })

  test('one guess too many', async () => {
    const guess = () => app.send('POST', apiPaths.login, { json: { ...ADMIN, password: 'a wrong guess' } })
    const answers: Response[] = []
    while (answers.length < 20 && answers.at(-1)?.status !== 429) answers.push(await guess())
    expect(answers.slice(-1).map(saidIn)).toEqual([{ status: 429, ...call }])
  })
})
