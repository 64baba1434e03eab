import { ForbiddenError, UnauthorizedError } from './errors.ts'

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
    if (!READS.has(request.method)) assertSameOrigin(request)
  }
}

/** The bearer token that a request carries; `undefined`: none, or one that is too long to be ours. */
export function bearerOf({ headers }: Request): string | undefined {
  const [scheme, token, ...rest] = (headers.get('authorization') ?? '').slice(0, TOKEN_MAX_CHARACTERS + 8).split(' ')
  return scheme?.toLowerCase() === 'bearer' && token && token.length <= TOKEN_MAX_CHARACTERS && rest.length === 0
    ? token
    : undefined
}

/** Refuses a browser's write from another origin (decision 33). A client that is no browser sends neither header. Throws `ForbiddenError`. */
export function assertSameOrigin({ headers }: Request): void {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  if (site === 'cross-site' || site === 'same-site')
    throw new ForbiddenError('Writes from another website are refused.')
  if (origin !== null && hostOf(origin) !== headers.get('host')?.toLowerCase()) {
    throw new ForbiddenError('Writes from another website are refused.')
  }
}

/** `undefined` for the opaque origin `null` and for what is no address. */
const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)
