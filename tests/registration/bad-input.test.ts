import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { cpuMilliseconds } from '#tests/helpers/usage.ts'
import { another, aRegistration } from './a-registration.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => app.close())

const SECRET = 'zebra-in-the-pantry'
const bothPaths = [apiPaths.register, apiPaths.contactMessages]
const json = { 'content-type': 'application/json' }

/** Any invalid input gets an immediate error with a sentence that repeats nothing of it. */
async function rejected(path: string, body: BodyInit, headers: Record<string, string> = json) {
  const begun = cpuMilliseconds()
  const answer = await app.get(path, { method: 'POST', body, headers })
  const text = await answer.text()
  expect(answer.status).toBeWithin(400, 500)
  expect(cpuMilliseconds() - begun).toBeLessThan(1000)
  expect(text).not.toContain('zebra')
  expect(JSON.parse(text)).toMatchObject({ message: expect.any(String) })
  return answer.status
}

describe.each(bothPaths)('%s rejects', (path) => {
  const odd: [string, string][] = [
    ['no JSON', SECRET],
    ['nothing', ''],
    ['a text', JSON.stringify(SECRET)],
    ['a number', '5'],
    ['null', 'null'],
    ['a list', JSON.stringify([SECRET])],
    ['a list of one form', JSON.stringify([aRegistration()])],
    ['10,000 lists in each other', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['10,000 objects in each other', `${'{"email":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['only a prototype', `{"__proto__":${JSON.stringify(aRegistration({ name: 'Ann', message: 'Hello' }))}}`],
    ['a constructor', `{"constructor":{"prototype":{"email":"${SECRET}"}}}`],
    ['half a character', '"\\ud83d'],
  ]
  test.each(odd)('%s', (_, body) => rejected(path, body))

  test('bytes that are not UTF-8', () => rejected(path, new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])))

  test('a text of 1 MB in any field', async () => {
    for (const field of ['email', 'phone', 'name', 'firstName', 'password', 'postalCode']) {
      expect(await rejected(path, JSON.stringify(aRegistration({ [field]: 'x'.repeat(1_000_000) })))).toBe(413)
    }
  })

  test('hostile text of maximum length for every pattern', async () => {
    for (const text of ['a@a.'.repeat(15_000), '1-'.repeat(30_000), ' '.repeat(60_000), `${'a.'.repeat(30_000)}@`]) {
      await rejected(path, JSON.stringify({ email: text, phone: text, postalCode: text, name: text, firstName: text }))
    }
  })

  test.each(['text/plain', 'application/xml', 'application/jsonp', ''])('the content type “%s”', async (type) => {
    const status = await rejected(path, JSON.stringify(aRegistration({ company: SECRET })), { 'content-type': type })
    expect(status).toBe(415)
  })

  test('files instead of text', async () => {
    const form = new FormData()
    for (const field of ['email', 'name', 'message', 'firstName']) form.set(field, new File([SECRET], 'x.txt'))
    await rejected(path, form, {})
  })

  test('a write from another website', async () => {
    const body = JSON.stringify(aRegistration({ name: 'Ann', message: 'x' }))
    const headers = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }]
    for (const one of headers) expect(await rejected(path, body, { ...json, host: 'localhost', ...one })).toBe(403)
  })

  test('every other method', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await app.get(path, { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })
})

describe('a text field of the sign-up', () => {
  test.each(['\u0000', 'a\u0000b', 'a\nb', 'a\r\nBcc: x@y.example', '\u007f', 'a\tb'])(
    'must be one line: %j',
    async (text) => {
      const answer = await app.post(
        apiPaths.register,
        another('line', { company: `A${text}B`, password: `${text}123456789` }),
      )
      expect(answer.status).toBe(422)
      expect((await answer.json()).errors.company).toEqual({ message: 'Company must be one line of text.' })
    },
  )

  test.each([
    '🥐 Bakery',
    'שלום',
    'Bakery \u202eyrekaB',
    '<script>alert(1)</script>',
    '=1+1',
    '{"a":1}',
    '__proto__',
    '\ud83d',
    'a\u2028b',
  ])('accepts any other text and stores it unchanged: %j', async (company) => {
    expect((await app.post(apiPaths.register, another(`odd-${company.codePointAt(0)}`, { company }))).status).toBe(200)
    const lines = (await Bun.file(`${app.dir}/storage/private/registrations.jsonl`).text()).trim().split('\n')
    expect(JSON.parse(lines.at(-1) ?? '').company).toBe(company)
  })

  test('is never repeated in an error response', async () => {
    const changes = Object.fromEntries(Object.keys(aRegistration()).map((field) => [field, `${SECRET}\u0000`]))
    await rejected(apiPaths.register, JSON.stringify(changes))
    expect(app.logged.join('\n')).not.toContain('zebra')
  })
})
