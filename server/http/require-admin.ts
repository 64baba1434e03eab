import { UnauthorizedError } from './errors.ts'
import { sameOrigin } from './same-origin.ts'

/** Lets the administrator pass; throws `UnauthorizedError`, or `Forbidden` for a write from another website. */
export type RequireAdmin = (request: Request) => Promise<void>

const READS = new Set(['GET', 'HEAD'])
/** A token of ours has some 300 characters: a longer one is not even looked at. */
const TOKEN_MAX_CHARACTERS = 2048

/**
 * Called first in every handler that needs the administrator: before the body is read and before anything is looked up.
 * `isValid` checks a bearer token; it never throws.
 */
export function requireAdmin(isValid: (token: string) => Promise<boolean>): RequireAdmin {
  return async (request) => {
    const token = bearerOf(request)
    if (token === undefined || !(await isValid(token))) throw new UnauthorizedError()
    if (!READS.has(request.method)) sameOrigin(request)
  }
}

/** The bearer token that a request carries; `undefined`: none, or one that is too long to be ours. */
export function bearerOf({ headers }: Request): string | undefined {
  const [scheme, token, ...rest] = (headers.get('authorization') ?? '').slice(0, TOKEN_MAX_CHARACTERS + 8).split(' ')
  return scheme?.toLowerCase() === 'bearer' && token && token.length <= TOKEN_MAX_CHARACTERS && rest.length === 0
    ? token
    : undefined
}
