import { apiPaths } from '#contract/paths.ts'
import { another } from '#tests/registration/a-registration.ts'

/** The maximum wait for a response. */
const TIMEOUT_MS = 60_000

export type Answer = { status: number; text: string; retryAfter: string | null }

/** `undefined`: the connection broke and the outcome is unknown. Throws when no response arrives. */
async function post(url: string, body: unknown): Promise<Answer | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // On a reused connection, `fetch` would retry automatically.
      keepalive: false,
      signal,
    })
    // The status is enough; the body may be cut off.
    const text = await answer.text().catch(() => '')
    return { status: answer.status, text, retryAfter: answer.headers.get('retry-after') }
  } catch (error) {
    if (signal.aborted) throw error
    return
  }
}

/** Signs up the company with this number. Its username is `usernameOf(number)`. */
export const signUp = (url: string, number: number) => post(url + apiPaths.register, another(number))
export const usernameOf = (number: number) => `username-${number}`

const FILLER = ' and how it goes on'.repeat(20)
/** Sends a unique message. Its text is `textOf(number)`. */
export const sendMessage = (url: string, number: number) =>
  post(url + apiPaths.contactMessages, { name: 'Ann', email: 'ann@bakery.example', message: textOf(number) })
export const textOf = (number: number) => `Message ${number}${FILLER}`
