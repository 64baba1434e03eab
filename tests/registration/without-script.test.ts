import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { another } from './a-registration.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** As a browser posts the form: all fields are text, and it shows the answer. */
const send = (fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
  app.send('POST', apiPaths.register, {
    form: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers },
  })

describe('the sign-up form without JavaScript', () => {
  test('is stored, and leads on with 303', async () => {
    const answer = await send(another(1, { subscriptionAgreement: 'on', plan: 3 }))
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/welcome'])
    expect(await Bun.file(`${app.dir}/storage/private/registrations.jsonl`).text()).toContain('"plan":3')
  })

  test('is checked the same, and its mistakes are a page that repeats nothing', async () => {
    const answer = await send(another(2, { email: '<b>zebra', city: ' ', subscriptionAgreement: 'on' }))
    const page = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([422, 'text/html; charset=utf-8'])
    expect(page).toContain('<li>Email: Email must be valid.</li><li>City: City is required.</li>')
    expect(page).not.toContain('zebra')
  })

  test('needs the agreement, which is told with all else', async () => {
    const answer = await send(another(3, { username: 'short' }))
    const page = await answer.text()
    expect(answer.status).toBe(422)
    expect(page).toContain('Username: Username must be at least 8 characters long')
    expect(page).toContain('Subscription Agreement: Please agree to the subscription agreement.')
  })

  test('from another website is refused', async () => {
    expect((await send(another(4), { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  test('a script that posts a form gets what a script gets', async () => {
    const answer = await send(another(5), { accept: '*/*' })
    expect([answer.status, await answer.text()]).toEqual([200, '/welcome'])
  })
})
