import * as v from 'valibot'
import { adminPaths } from '#contract/admin-paths.ts'
import { type Presence, PresenceSchema } from '#contract/presence.ts'
import { adminCall } from './admin-http.ts'

/**
 * Calls `onState` with each line of the stream of a post, and resolves once the stream ends. Throws `ApiError`; a 401 does not
 * leave the page. A fetch and not an `EventSource`, which cannot send the token.
 */
export async function followPresence(id: string, signal: AbortSignal, onState: (state: Presence) => void) {
  const { body } = await adminCall(adminPaths.presence(id), { bearer: true, leaving: true, signal })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const lines = (rest + part.value).split('\n')
    rest = lines.pop() ?? ''
    const state = lines.at(-1)
    if (state !== undefined) onState(v.parse(PresenceSchema, JSON.parse(state)))
  }
}
