/** What an answer is known by: a strong ETag, and the time of its last change. */
export type Validator = { etag: string; modified?: Date }

/** Whether the browser has this version already: 304 (RFC 9110 §13.2: the date counts only where no ETag is sent). */
export function isFresh(headers: Headers, { etag, modified }: Validator): boolean {
  const known = headers.get('if-none-match')
  if (known !== null)
    return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return modified !== undefined && wholeSeconds(modified) <= since
}

/** Whether a range may be cut from this version; a changed file is sent whole (If-Range). */
export function ifRangeMatches(headers: Headers, { etag, modified }: Validator): boolean {
  const known = headers.get('if-range')?.trim()
  return (
    known === undefined || known === etag || (modified !== undefined && Date.parse(known) === wholeSeconds(modified))
  )
}

/** HTTP dates have no milliseconds. */
const wholeSeconds = (date: Date) => Math.floor(date.getTime() / 1000) * 1000
