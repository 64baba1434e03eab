/** `2019-05-06 07:08:09` in UTC, or any date that JavaScript reads, as ISO 8601; null for anything else, such as `0000-00-00`. */
export function isoDate(written: string | number | null | undefined): string | null {
  if (written === null || written === undefined || written === '') return null
  const plain = typeof written === 'string' ? /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/.exec(written.trim()) : null
  const date = new Date(plain ? `${plain[1]}T${plain[2]}Z` : written)
  const year = date.getUTCFullYear()
  return year >= 1970 && year <= 9999 ? date.toISOString() : null
}
