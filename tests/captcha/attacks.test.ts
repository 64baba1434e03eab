import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Challenge, createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { apiPaths } from '#contract/paths.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { another } from '#tests/registration/a-registration.ts'
import { challengeOf, solved } from './solved.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { CAPTCHA: 'on' } })
})
afterAll(() => app.close())

let companies = 0
const signUp = (reCaptchaToken: unknown) => app.post(apiPaths.register, another(++companies, { reCaptchaToken }))
const isRejected = async (token: unknown) => {
  const answer = await signUp(token)
  expect([answer.status, await answer.json()]).toEqual([
    422,
    {
      message: 'Please check the marked fields.',
      errors: { reCaptchaToken: { message: 'The robot check was not passed. Please send the form again.' } },
    },
  ])
}

type Forgery = (given: Challenge) => Challenge | Promise<Challenge>
const withParameters =
  (changes: object): Forgery =>
  ({ parameters, ...rest }) => ({ ...rest, parameters: { ...parameters, ...changes } })

/** Everything that the server sent, signed with another key. */
const ofTheirOwn: Forgery = ({ parameters: { algorithm, data } }) =>
  createChallenge({
    algorithm,
    cost: 1,
    counter: 1,
    deriveKey,
    hmacSignatureSecret: 'a guess',
    hmacKeySignatureSecret: 'a guess',
    ...(data && { data }),
  })

describe('the server rejects in place of a captcha solution', () => {
  const forgeries: [string, Forgery][] = [
    ['fewer rounds', withParameters({ cost: 0.5 })],
    ['an easier key', withParameters({ keyPrefix: '00' })],
    ['a later end', withParameters({ data: { until: Date.now() * 2 } })],
    ['another nonce', withParameters({ nonce: '00'.repeat(16) })],
    ['another signature', (given) => ({ ...given, signature: 'ab'.repeat(32) })],
    ['a signature in capitals', (given) => ({ ...given, signature: given.signature?.toUpperCase() ?? '' })],
    ['a challenge of their own making', ofTheirOwn],
  ]
  test.each(forgeries)('%s; the challenge stays valid for an honest client', async (_, forge) => {
    const given = await challengeOf(app)
    await isRejected(await solved(given, await forge(given)))
    expect((await signUp(await solved(given))).status).toBe(200)
  })

  test('a solved challenge that the client created', async () => {
    await isRejected(await solved(await ofTheirOwn(await challengeOf(app))))
  })

  test('a key that only begins like the correct one', async () => {
    const challenge = await challengeOf(app)
    const solution = { counter: 1, derivedKey: challenge.parameters.keyPrefix.padEnd(64, '0') }
    await isRejected(btoa(JSON.stringify({ challenge, solution })))
  })

  const nonsense = ['x', 'null', btoa('null'), btoa('[]'), btoa('{"challenge":{}}'), '%%%', '\u0000']
  test.each(nonsense)('%p', isRejected)

  test('another JSON type or an oversized value', async () => {
    for (const token of [5, {}, [], 'x'.repeat(4097)]) expect((await signUp(token)).status).toBe(422)
  })
})
