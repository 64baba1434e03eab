import { apiPaths } from '#contract/paths.ts'
import { another } from '#tests/registration/a-registration.ts'

/** Nobody waits longer for an answer. */
const TIMEOUT_MS = 60_000

export type Answer = { status: number; text: string; retryAfter: string | null }

/** `undefined`: the connection broke, and nobody knows what came of it. Throws where no answer comes at all. */
async function post(url: string, body: unknown): Promise<Answer | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // On a connection that was used before, `fetch` would send a second time by itself.
      keepalive: false,
      signal,
    })
    // The status is the answer; the text may break off with the server.
    const text = await answer.text().catch(() => '')
    return { status: answer.status, text, retryAfter: answer.headers.get('retry-after') }
  } catch (error) {
    if (signal.aborted) throw error
    return
  }
}

/** Signs up the company of this number. Its username is `usernameOf(number)`. */
export const signUp = (url: string, number: number) => post(url + apiPaths.register, another(number))
export const usernameOf = (number: number) => `username-${number}`

const FILLER = ' and how it goes on'.repeat(20)
/** Writes a message that no other one is the same as. Its text is `textOf(number)`. */
export const sendMessage = (url: string, number: number) =>
  post(url + apiPaths.contactMessages, { name: 'Ann', email: 'ann@bakery.example', message: textOf(number) })
export const textOf = (number: number) => `Message ${number}${FILLER}`
