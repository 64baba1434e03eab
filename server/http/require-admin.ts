import { ForbiddenError, UnauthorizedError } from './errors.ts'

/** Throws `UnauthorizedError` without a valid session, and `ForbiddenError` for a write from another website. */
export type RequireAdmin = (request: Request) => Promise<void>

const READS = new Set(['GET', 'HEAD'])
/** Longer than any token of ours (300 characters), so that longer ones are not verified. */
const TOKEN_MAX_CHARACTERS = 2048

/**
 * Must be called first in every administrator's route, before the body is read or anything is looked up. `isValid` verifies a token;
 * it never throws.
 */
export function requireAdmin(isValid: (token: string) => Promise<boolean>): RequireAdmin {
  return async (request) => {
    const token = bearerOf(request)
    if (token === undefined || !(await isValid(token))) throw new UnauthorizedError()
    if (!READS.has(request.method)) assertSameOrigin(request)
  }
}

/** The bearer token of a request; `undefined` without one, or if it is too long to be ours. */
export function bearerOf({ headers }: Request): string | undefined {
  const [scheme, token, ...rest] = (headers.get('authorization') ?? '').slice(0, TOKEN_MAX_CHARACTERS + 8).split(' ')
  return scheme?.toLowerCase() === 'bearer' && token && token.length <= TOKEN_MAX_CHARACTERS && rest.length === 0
    ? token
    : undefined
}

/** Rejects a browser's write from another origin. Clients other than browsers send neither header. Throws `ForbiddenError`. */
export function assertSameOrigin({ headers }: Request): void {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  if (site === 'cross-site' || site === 'same-site')
    throw new ForbiddenError('Writes from another website are refused.')
  if (origin !== null && hostOf(origin) !== headers.get('host')?.toLowerCase()) {
    throw new ForbiddenError('Writes from another website are refused.')
  }
}

/** `undefined` for the opaque origin `null` and for invalid URLs. */
const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)
