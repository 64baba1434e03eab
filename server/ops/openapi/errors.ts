import type { Call } from './call.ts'

/** What each refusal means, wherever it comes. All have the same shape. */
export const refusals: Readonly<Record<number, string>> = {
  400: 'The body could not be read.',
  401: 'No valid token.',
  403: 'A write from another website.',
  404: 'There is no such thing.',
  405: 'This address does not know this method; `allow` says which it knows.',
  408: 'The body did not arrive in time.',
  409: 'It does not go with what is there now.',
  413: 'The body is too large.',
  415: 'The body is of another kind than those listed.',
  422: 'Something is wrong with what was sent; `errors` says what, by field.',
  429: 'Too many of these; `retry-after` says how many seconds to wait.',
  500: 'A failure on our side; `requestId` finds it in the log.',
  503: 'It could not be stored, or too much is under way; `retry-after` says how many seconds to wait.',
}
/** Refusals that say when to try again. */
export const RETRY_LATER: readonly number[] = [429, 503]

/** The refusals of a call: what it says itself, and what follows from its kind. Sorted. */
export function refusalsOf({ method, path, bearer, body, refuses = [] }: Call): number[] {
  const found = new Set<number>([...refuses, 500])
  const add = (...statuses: number[]) => {
    for (const status of statuses) found.add(status)
  }
  if (bearer === 'always' || bearer === 'figures') add(401)
  if (method !== 'get') add(403)
  if (path.includes('{')) add(404)
  if (body) add(400, 408, 413, 415, 422)
  return [...found].sort()
}
