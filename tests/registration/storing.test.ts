import { afterEach, describe, expect, test } from 'bun:test'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SIGN_UPS_PER_ADDRESS } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Environment } from '#server/config.ts'
import { isPostgres, recordsAt, testOnFiles } from '#tests/helpers/stores.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { another, aRegistration } from './a-registration.ts'

let app: TestApp
afterEach(() => app.close())

const opened = async (env: Environment = {}) => {
  app = await testApp({ env })
  return { post: (body: unknown) => app.post(apiPaths.register, body), file: fileOf(app) }
}
const fileOf = ({ dir }: TestApp) => join(dir, 'storage', 'private', 'registrations.jsonl')
const text = recordsAt
const records = async (file: string): Promise<Record<string, unknown>[]> =>
  (await text(file))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('POST /company/register', () => {
  test('returns the URL as plain text after the line is on disk', async () => {
    const { post, file } = await opened()
    const answer = await post(aRegistration())
    expect([answer.status, await answer.text()]).toEqual([200, '/welcome'])
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await records(file)).toHaveLength(1)
    if (!isPostgres) expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('stores every field of the company, but neither password, confirmation nor captcha token', async () => {
    const { post, file } = await opened()
    await post(aRegistration({ reCaptchaToken: 'captcha-of-mine', company: ' Ann’s Bakery ', extra: 'x' }))
    const [record = {}] = await records(file)
    const { password, password_confirmation, reCaptchaToken, ...kept } = aRegistration()
    expect(record).toEqual({
      ...kept,
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      passwordHash: expect.stringMatching(/^\$argon2id\$/),
      marks: [],
      address: '',
    })
    expect(await Bun.password.verify('correct horse', String(record.passwordHash))).toBe(true)
    expect(await text(file)).not.toContain('correct horse')
    expect(await text(file)).not.toContain('captcha-of-mine')
    expect(app.logged.join('\n')).not.toMatch(/correct horse|captcha-of-mine|bakery\.example|argon2id/)
  })

  test("stores the client's network, not its address", async () => {
    const { file } = await opened({ TRUSTED_PROXIES: '127.0.0.1' })
    const url = app.listen()
    const from = (address: string, n: number) =>
      fetch(url + apiPaths.register, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify(another(n)),
      })
    await from('203.0.113.77', 1)
    await from('2001:db8:7::1', 2)
    await from('::1', 3)
    expect((await records(file)).map(({ address }) => address)).toEqual([
      '203.0.113.0/24',
      '2001:db8:7::/48',
      '0:0:0::/48',
    ])
  })

  test('marks and stores suspected spam', async () => {
    const { post, file } = await opened()
    await post(another(1, { homepage: 'https://spam.example', filledInMs: 3999 }))
    await post(another(2, { homepage: '', filledInMs: 4000 }))
    await post(another(3, { filledInMs: '12' }))
    expect((await records(file)).map(({ marks }) => marks)).toEqual([['honeypot', 'fast'], [], ['fast']])
  })

  test('returns the same redirect for the same token, e-mail and username, and writes nothing', async () => {
    const { post, file } = await opened()
    await post(aRegistration())
    const again = await post(aRegistration({ email: 'ANN@bakery.example', username: 'AnnBaker', city: 'Elsewhere' }))
    expect([again.status, await again.text()]).toEqual([200, '/welcome'])
    expect(await records(file)).toHaveLength(1)
  })

  test('reports a taken username or e-mail at its field, in any case', async () => {
    const { post, file } = await opened()
    await post(aRegistration())
    const email = { email: { message: 'This email is already registered.' } }
    const username = { username: { message: 'This username is already taken.' } }
    const cases: [Record<string, unknown>, unknown][] = [
      [{ username: 'ANNBAKER', email: 'other@bakery.example' }, username],
      [{ username: 'somebodyelse', email: 'Ann@Bakery.example' }, email],
      [{ token: 'another' }, { ...email, ...username }],
    ]
    for (const [changes, errors] of cases) {
      const answer = await post(aRegistration(changes))
      expect(answer.status).toBe(422)
      expect(await answer.json()).toEqual({ message: 'Please check the marked fields.', errors })
    }
    expect(await records(file)).toHaveLength(1)
  })

  testOnFiles('rejects taken names after a restart, a torn tail and damage', async () => {
    const { post, file } = await opened()
    await post(aRegistration())
    await app.stop()
    await Bun.write(file, `damage\n${await text(file)}{"username":"torn`)
    const next = await testApp({ env: { STORAGE_DIR: join(app.dir, 'storage') } })
    try {
      expect((await next.post(apiPaths.register, aRegistration({ token: 'new' }))).status).toBe(422)
      expect((await next.post(apiPaths.register, aRegistration())).status).toBe(200)
      expect((await next.post(apiPaths.register, another(2))).status).toBe(200)
      expect(next.logged.filter((line) => line.includes('lead log line skipped'))).toHaveLength(1)
      expect((await text(file)).split('\n')).toHaveLength(4)
      expect(await text(`${file}.torn`)).toBe('{"username":"torn\n')
    } finally {
      await next.close()
    }
  })
})

describe('a hundred concurrent sign-ups', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => n)

  test('with one username store one and reject ninety-nine', async () => {
    const { post, file } = await opened()
    const answers = await Promise.all(
      hundred.map((n) => post(another(n, { username: n % 2 ? 'THE-NAME' : 'the-name' }))),
    )
    const statuses = answers.map(({ status }) => status)
    expect([statuses.filter((one) => one === 200).length, statuses.filter((one) => one === 422).length]).toEqual([
      1, 99,
    ])
    expect(await records(file)).toHaveLength(1)
  })

  test('with the same registration all get the redirect and write one line', async () => {
    const { post, file } = await opened()
    const answers = await Promise.all(hundred.map(() => post(aRegistration())))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await records(file)).toHaveLength(1)
  })

  test('of different companies are each stored once', async () => {
    const { post, file } = await opened()
    const answers = await Promise.all(hundred.map((n) => post(another(n))))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(new Set((await records(file)).map(({ username }) => username)).size).toBe(100)
  })

  test('beyond the queue limit are answered with 503', async () => {
    const { post, file } = await opened({ RATE_LIMITS: 'off' })
    const answers = await Promise.all(Array.from({ length: 150 }, (_, n) => post(another(n))))
    const busy = answers.filter(({ status }) => status === 503)
    expect(busy.length).toBeGreaterThan(0)
    expect(busy[0]?.headers.get('retry-after')).toBe('5')
    expect(await busy[0]?.json()).toEqual({ message: 'Too many sign-ups at once. Please try again in a moment.' })
    expect(await records(file)).toHaveLength(150 - busy.length)
  })
})

describe('the rate limit of sign-ups', () => {
  const fill = async (post: (body: unknown) => Promise<Response>) => {
    for (let n = 0; n < SIGN_UPS_PER_ADDRESS; n++) await post(aRegistration())
    return post(aRegistration())
  }

  test('answers 429 with a sentence and Retry-After', async () => {
    const answer = await fill((await opened()).post)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeWithin(800, 901)
    expect(await answer.json()).toEqual({
      message: 'Too many sign-ups from your network. Please try again in 15 minutes.',
    })
  })

  test('does not count rejected sign-ups, and can be disabled', async () => {
    const { post } = await opened()
    for (let n = 0; n <= SIGN_UPS_PER_ADDRESS; n++) await post(aRegistration({ city: '' }))
    expect((await post(aRegistration())).status).toBe(200)
    await app.close()
    expect((await fill((await opened({ RATE_LIMITS: 'off' })).post)).status).toBe(200)
  })
})
