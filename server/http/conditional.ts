/** The validators of a response: a strong ETag, and the time of the last modification. */
export type Validator = { etag: string; modified?: Date }

/** Whether the client's cached response is current: 304. The date counts only without an ETag (RFC 9110, 13.2). */
export function isFresh(headers: Headers, { etag, modified }: Validator): boolean {
  const known = headers.get('if-none-match')
  if (known !== null)
    return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return modified !== undefined && wholeSeconds(modified) <= since
}

/** Whether a range of this version may be sent; a changed file is sent in full (If-Range). */
export function ifRangeMatches(headers: Headers, { etag, modified }: Validator): boolean {
  const known = headers.get('if-range')?.trim()
  return (
    known === undefined || known === etag || (modified !== undefined && Date.parse(known) === wholeSeconds(modified))
  )
}

/** HTTP dates have no milliseconds. */
const wholeSeconds = (date: Date) => Math.floor(date.getTime() / 1000) * 1000
