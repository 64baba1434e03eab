import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { CAPTCHA_PATH } from '#contract/spam-protection.ts'
import { another } from '#tests/registration/a-registration.ts'
import { openConnection, requestText } from '#tests/torture/connection.ts'
import { READER } from './rows.ts'

const PAUSE_MS = 20
const SIGN_UP_EVERY_MS = 1_000
const TIMEOUT_MS = 60_000

export type Reading = { times: number[]; signUps: number[]; wrong: string[] }

/** A visitor of another network: reads the home page, and signs up companies one after the other, until `end` is called. */
export function beginReading(url: string, name: string, hasCaptcha: boolean) {
  const reading: Reading = { times: [], signUps: [], wrong: [] }
  let isEnding = false

  async function read() {
    const port = Number(new URL(url).port)
    const request = requestText(pagePaths.home).replace('\r\n\r\n', `\r\nX-Forwarded-For: ${READER}\r\n\r\n`)
    let connection = await openConnection(port)
    while (!isEnding) {
      if (!connection.isOpen()) connection = await openConnection(port)
      const sent = performance.now()
      const fate = await connection.ask(request)
      reading.times.push(performance.now() - sent)
      if (fate.how !== 'answered' || fate.status !== 200) reading.wrong.push(`/ was answered ${JSON.stringify(fate)}`)
      await Bun.sleep(PAUSE_MS)
    }
    connection.close()
  }

  const headers = { 'x-forwarded-for': READER, 'content-type': 'application/json' }
  async function captchaToken(): Promise<string> {
    if (!hasCaptcha) return ''
    const challenge: Challenge = await (await fetch(url + CAPTCHA_PATH, { headers })).json()
    return btoa(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }))
  }

  async function signUp() {
    for (let number = 0; !isEnding; number++) {
      const company = another(`${name}-reader-${number}`, { reCaptchaToken: await captchaToken() })
      const sent = performance.now()
      const status = await fetch(url + apiPaths.register, {
        method: 'POST',
        headers,
        body: JSON.stringify(company),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).then(
        ({ status }) => status,
        () => 'closed',
      )
      const ms = performance.now() - sent
      reading.signUps.push(ms)
      if (status !== 200) reading.wrong.push(`a sign-up was answered ${status}`)
      await Bun.sleep(Math.max(0, SIGN_UP_EVERY_MS - ms))
    }
  }
  const all = Promise.all([read(), signUp()])

  return {
    async end(): Promise<Reading> {
      isEnding = true
      await all
      return reading
    },
  }
}
