/** Returns the end of a sentence that begins with the variable's name; `undefined` for a valid URL. Never repeats it: it has a password. */
export function databaseUrlProblem(text: string): string | undefined {
  const url = URL.parse(text.trim())
  const isPostgres = url !== null && /^postgres(?:ql)?:$/.test(url.protocol)
  return isPostgres && url.pathname.length > 1 ? undefined : 'must be like postgres://user:password@host:5432/database'
}

/** Names the database without user and password, the same for all names of this machine. */
export function databaseName(text: string): string {
  const { hostname, port, pathname, searchParams } = new URL(text.trim())
  const host = searchParams.get('host') ?? hostname
  const isHere = /^(?:|localhost|127\.0\.0\.1|\[?::1\]?)$/.test(host)
  return `postgres://${isHere ? 'localhost' : host}:${port || DEFAULT_PORT}${pathname}`
}

const DEFAULT_PORT = 5432
