import { afterEach, describe, expect, test } from 'bun:test'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CAPTCHA_LIFETIME_MS } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { CAPTCHA_PATH } from '#contract/spam-protection.ts'
import { recordsAt } from '#tests/helpers/stores.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { another } from '#tests/registration/a-registration.ts'
import { aSolution, challengeOf, solved } from './solved.ts'

let app: TestApp
afterEach(() => app.close())

/** The site with the captcha on and a manual clock. */
async function opened() {
  const clock = { now: new Date('2026-11-21T08:00:00Z') }
  app = await testApp({ env: { CAPTCHA: 'on' }, now: () => clock.now })
  return clock
}
const file = () => join(app.dir, 'storage', 'private', 'registrations.jsonl')
const stored = async () => (await recordsAt(file())).split('\n').filter(Boolean).length
const signUp = (n: number | string, reCaptchaToken: unknown, changes: Record<string, unknown> = {}) =>
  app.post(apiPaths.register, another(n, { reCaptchaToken, ...changes }))

async function refusalOf(asked: Promise<Response>): Promise<unknown> {
  const answer = await asked
  expect(answer.status).toBe(422)
  return (await answer.json()).errors
}
const rejected = (message: string) => ({ reCaptchaToken: { message } })
const WRONG = rejected('The robot check was not passed. Please send the form again.')

describe('GET /api/captcha', () => {
  test('returns a signed challenge per request, with no-store', async () => {
    await opened()
    const answer = await app.get(CAPTCHA_PATH)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const [one, other] = [await challengeOf(app), await challengeOf(app)]
    expect(one.signature).toMatch(/^[0-9a-f]{64}$/)
    expect(one.signature).not.toBe(other.signature)
    expect(one.parameters.nonce).not.toBe(other.parameters.nonce)
    expect((await app.send('POST', CAPTCHA_PATH)).status).toBe(405)
  })

  test('does not reveal the solution', async () => {
    await opened()
    const challenge = await challengeOf(app)
    const { solution } = JSON.parse(atob(await solved(challenge)))
    expect(JSON.stringify(challenge)).not.toContain(solution.derivedKey)
  })

  test('signs with its own key, stored for this user only', async () => {
    await opened()
    const key = join(app.dir, 'storage', 'private', 'captcha.key')
    expect((await stat(key)).mode & 0o777).toBe(0o600)
    const earlier = await aSolution(app)
    await app.stop()
    const next = await testApp({
      env: { CAPTCHA: 'on', STORAGE_DIR: join(app.dir, 'storage') },
      now: () => new Date('2026-11-21T08:01:00Z'),
    })
    try {
      expect((await next.post(apiPaths.register, another(1, { reCaptchaToken: earlier }))).status).toBe(200)
    } finally {
      await next.close()
    }
  })
})

describe('a sign-up with the captcha on', () => {
  test('is stored with a valid solution, and nothing of the solution is stored', async () => {
    await opened()
    const answer = await signUp(1, await aSolution(app))
    expect([answer.status, await answer.text()]).toEqual([200, '/welcome'])
    expect(await recordsAt(file())).not.toContain('aptcha')
  })

  test('is rejected at its field without a solution', async () => {
    await opened()
    const missing = rejected('The robot check is missing. Please reload the page and send the form again.')
    expect(await refusalOf(signUp(1, ''))).toEqual(missing)
    expect(await refusalOf(signUp(1, undefined))).toEqual(missing)
    expect(await stored()).toBe(0)
  })

  test('uses up its solution, so that a second company needs its own', async () => {
    await opened()
    const solution = await aSolution(app)
    await signUp(1, solution)
    const used = rejected('This robot check was used before. Please send the form again.')
    expect(await refusalOf(signUp(2, solution))).toEqual(used)
    // The same bytes in another encoding.
    expect(await refusalOf(signUp(3, btoa(JSON.stringify({ ...JSON.parse(atob(solution)), more: 1 }))))).toEqual(used)
    expect(await stored()).toBe(1)
  })

  test('is stored once when twenty concurrent submissions share a solution', async () => {
    await opened()
    const solution = await aSolution(app)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => signUp(n, solution)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await stored()).toBe(1)
  })

  test('returns the redirect when it is repeated, whatever became of the solution', async () => {
    await opened()
    const solution = await aSolution(app)
    const answers = await Promise.all([signUp(1, solution), signUp(1, solution), signUp(1, '')])
    answers.push(await signUp(1, solution), await signUp(1, 'anything'))
    expect(await Promise.all(answers.map((one) => one.text()))).toEqual(Array(5).fill('/welcome'))
    expect(await stored()).toBe(1)
  })

  test('reports a taken name only with a valid solution', async () => {
    await opened()
    await signUp(1, await aSolution(app))
    const taken = { email: { message: 'This email is already registered.' } }
    const same = { email: 'ann-1@bakery.example' }
    expect(await refusalOf(signUp(2, 'nothing', same))).toEqual(WRONG)
    expect(await refusalOf(signUp(2, await aSolution(app), same))).toEqual(taken)
  })

  test('does not use up its solution when validation fails', async () => {
    await opened()
    const solution = await aSolution(app)
    expect((await signUp(1, solution, { city: '' })).status).toBe(422)
    expect((await signUp(1, solution)).status).toBe(200)
  })

  test('accepts a solution for twenty minutes', async () => {
    const clock = await opened()
    const [early, late] = [await aSolution(app), await aSolution(app)]
    clock.now = new Date(clock.now.getTime() + CAPTCHA_LIFETIME_MS - 1)
    expect((await signUp(1, early)).status).toBe(200)
    clock.now = new Date(clock.now.getTime() + 1)
    const expired = rejected('The robot check has expired. Please send the form again.')
    expect(await refusalOf(signUp(2, late))).toEqual(expired)
  })
})

test('requires a separate solution for a message to the vendor', async () => {
  await opened()
  const message = { name: 'Ann', email: 'ann@bakery.example', message: 'Sixty clients.' }
  const write = (reCaptchaToken: string) => app.post(apiPaths.contactMessages, { ...message, reCaptchaToken })
  const solution = await aSolution(app)
  expect((await write('')).status).toBe(422)
  expect((await write(solution)).status).toBe(201)
  expect((await write(solution)).status).toBe(422)
  const stored = await recordsAt(join(app.dir, 'storage', 'private', 'contact-messages.jsonl'))
  expect(stored.trim().split('\n')).toHaveLength(1)
  expect(stored).not.toContain('aptcha')
})

describe('forms without JavaScript and with the captcha on', () => {
  const asPage = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  test('say beforehand that JavaScript is needed and where to write instead', async () => {
    await opened()
    const page = await (await app.get('/pricing/try-for-free')).text()
    const [, said = ''] = /<body>.*?<noscript>(.*?)<\/noscript>/.exec(page) ?? []
    expect(said).toContain('This form needs JavaScript for its robot check.')
    expect(said).toContain('mailto:')
  })

  test('are answered with a page that says so', async () => {
    await opened()
    const form = Object.fromEntries(
      Object.entries(another(1, { subscriptionAgreement: 'on' })).map(([name, value]) => [name, String(value)]),
    )
    const answer = await app.send('POST', apiPaths.register, { form, headers: asPage })
    const { email } = app.content.snapshot().site.contact
    expect([answer.status, answer.headers.get('content-type')]).toEqual([422, 'text/html; charset=utf-8'])
    expect(await answer.text()).toContain(
      `This form needs JavaScript for its robot check. Please turn JavaScript on, or write to ${email} instead.`,
    )
    expect(await stored()).toBe(0)
  })
})

describe('the captcha is off by default', () => {
  test('and its field is ignored', async () => {
    app = await testApp()
    expect((await app.get(CAPTCHA_PATH)).status).toBe(404)
    expect((await signUp(1, '')).status).toBe(200)
    expect((await signUp(2, 'anything')).status).toBe(200)
    expect(await Bun.file(join(app.dir, 'storage', 'private', 'captcha.key')).exists()).toBe(false)
  })

  test('and no page mentions it; when it is on, the page names its solver, which the site serves', async () => {
    app = await testApp()
    const page = await (await app.get('/pricing/try-for-free')).text()
    expect(page).not.toMatch(/"captcha"|captcha-worker|robot check/)
    await app.close()
    await opened()
    const [, solver = ''] = /"captcha":"([^"]+)"/.exec(await (await app.get('/pricing/try-for-free')).text()) ?? []
    expect(solver).toMatch(/^\/code\/captcha-worker-\w+\.js$/)
    expect((await app.get(solver)).status).toBe(200)
  })
})
