import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { CAPTCHA_PATH } from '#contract/spam-protection.ts'
import type { TestApp } from '#tests/helpers/test-app.ts'

export const challengeOf = async ({ get }: Pick<TestApp, 'get'>): Promise<Challenge> => (await get(CAPTCHA_PATH)).json()

/** What a browser sends for a challenge, solved with the library as its worker does. */
export async function solved(challenge: Challenge, sentWith: Challenge = challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return btoa(JSON.stringify({ challenge: sentWith, solution }))
}

export const aSolution = async (app: Pick<TestApp, 'get'>) => solved(await challengeOf(app))
