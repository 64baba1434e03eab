/** Returns the end of a sentence that begins with the variable's name; `undefined` for a valid URL. Never repeats it: it has a password. */
export function databaseUrlProblem(text: string): string | undefined {
  const url = URL.parse(text.trim())
  const isPostgres = url !== null && /^postgres(?:ql)?:$/.test(url.protocol)
  return isPostgres && url.pathname.length > 1 ? undefined : 'must be like postgres://user:password@host:5432/database'
}
