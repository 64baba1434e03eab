import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { recordsAt } from '#tests/helpers/stores.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { another } from './a-registration.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Posts the form as a browser does: all fields are text. */
const send = (
  fields: Record<string, unknown>,
  headers: Record<string, string> = {},
  path: string = apiPaths.register,
) =>
  app.send('POST', path, {
    form: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers },
  })

/** Of the newest registration. */
async function lastToken(): Promise<unknown> {
  const text = await recordsAt(`${app.dir}/storage/private/registrations.jsonl`)
  const lines = text.trim().split('\n')
  return JSON.parse(lines.at(-1) ?? '{}').token
}

describe('the sign-up form without JavaScript', () => {
  test('is stored and redirected with 303', async () => {
    const answer = await send(another(1, { subscriptionAgreement: 'on', plan: 3 }))
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/welcome'])
    expect(await recordsAt(`${app.dir}/storage/private/registrations.jsonl`)).toContain('"plan":3')
  })

  test('is validated the same way, with errors on a page that repeats no input', async () => {
    const answer = await send(another(2, { email: '<b>zebra', city: ' ', subscriptionAgreement: 'on' }))
    const page = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([422, 'text/html; charset=utf-8'])
    expect(page).toContain('<li>Email: Email must be valid.</li><li>City: City is required.</li>')
    expect(page).not.toContain('zebra')
  })

  test('requires the agreement and reports it with all other errors', async () => {
    const answer = await send(another(3, { username: 'short' }))
    const page = await answer.text()
    expect(answer.status).toBe(422)
    expect(page).toContain('Username: Username must be at least 8 characters long')
    expect(page).toContain('Subscription Agreement: Please agree to the subscription agreement.')
  })

  test('posts to the URL of its page, whose token is used', async () => {
    const page = await (await app.get(`${pagePaths.tryForFree}/spring_26-b`)).text()
    expect(/<form[^>]*>/.exec(page)?.[0]).toBe('<form method="post">')
    const typed = another('posted', { subscriptionAgreement: 'on', token: '' })
    const answer = await send(typed, {}, `${pagePaths.tryForFree}/spring_26-b?plan=2`)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/welcome'])
    expect(await lastToken()).toBe('spring_26-b')
    expect((await send(typed, {}, `${pagePaths.tryForFree}/spring_26-b`)).status).toBe(303)
    expect((await send(typed, {}, `${pagePaths.tryForFree}/another`)).status).toBe(422)
  })

  test('uses a fixed token without one in the URL', async () => {
    const typed = another('tokenless', { subscriptionAgreement: 'on', token: '' })
    expect((await send(typed, {}, pagePaths.tryForFree)).status).toBe(303)
    expect(await lastToken()).toBe('form')
  })

  test.each(['a%20word', 'x'.repeat(129), '%3Cb%3E'])('rejects a token like %s', async (token) => {
    const answer = await send(
      another('broken', { subscriptionAgreement: 'on' }),
      {},
      `${pagePaths.tryForFree}/${token}`,
    )
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('The form: Please open the sign-up page again.'),
    ])
  })

  test("accepts only POST of forms at the page's URL", async () => {
    const path = `${pagePaths.tryForFree}/a-word`
    expect((await app.post(path, another('json'))).status).toBe(415)
    const put = await app.send('PUT', path)
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  })

  test('is rejected from another website', async () => {
    expect((await send(another(4), { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  test('answers a script that posts a form like any script', async () => {
    const answer = await send(another(5), { accept: '*/*' })
    expect([answer.status, await answer.text()]).toEqual([200, '/welcome'])
  })
})
