import { UnavailableError } from '#server/lib/errors.ts'
import { errorResponse } from './error-handler.ts'
import { UriTooLongError } from './errors.ts'

/**
 * A request has this long to arrive, and its answer to be made, before the connection is closed (Bun looks every four
 * seconds, so at the latest after twelve): what drips in buys no time. A route may give itself more.
 */
export const IDLE_SECONDS = 10

/** A list of 500 posts that were never rendered before: about five seconds on an idle machine, longer behind other lists. */
export const LIST_TIMEOUT_SECONDS = 180

/** Far more than any address of ours; trackers add some hundred characters to it. */
export const ADDRESS_MAX_CHARACTERS = 4_096

/**
 * An answer for what is not worth a look: an address that is too long, or a body while `max` requests are being worked
 * on already. Whoever only reads is let in: pages cost next to nothing, and /healthz must answer always.
 */
export function turnedAway(request: Request, target: string, pending: number, max: number): Response | undefined {
  if (target.length > ADDRESS_MAX_CHARACTERS) return last(errorResponse(new UriTooLongError()))
  if (pending > max && request.method !== 'GET' && request.method !== 'HEAD')
    return last(
      errorResponse(new UnavailableError('Too much is being sent to us right now. Please try again in a moment.', 5)),
    )
  return undefined
}

/** The same answer, with the end of its connection announced: the next request comes on another one. */
export function last(answer: Response): Response {
  answer.headers.set('connection', 'close')
  return answer
}
