import { ForbiddenError } from './errors.ts'

/** Refuses a browser's write from another origin (decision 33). A client that is no browser sends neither header. Throws `ForbiddenError`. */
export function sameOrigin({ headers }: Request): void {
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
