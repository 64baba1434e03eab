/**
 * The date of a draft without one; it gets its date when it is published. After every other date, so that such drafts are
 * first in the list.
 */
export const UNDATED = '9999-12-31T23:59:59.999Z'

/** `2023-04-19`, or with a time, with or without seconds and zone. Without a zone it is UTC. */
const DATE =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?\s?(?:([Zz]|UTC|GMT)|([+-]\d{2}):?(\d{2})|([+-]\d{2}))?)?$/
/** `Jul 08 2022`, as in Astro's examples. */
const SPELLED_DAY = /^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.? (\d{1,2}),? (\d{4})$/
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const ISO_LENGTH = '2023-04-19T00:00:00.000Z'.length

/** Parses a date; returns ISO 8601 in UTC, or `undefined` for an invalid one. */
export function isoDate(written: string): string | undefined {
  const [, day, minutes = '00:00', seconds = ':00', , hours, rest = '00', bare] =
    DATE.exec(numeric(written.trim())) ?? []
  if (!day || !isDay(day)) return undefined
  const zone = bare ? `${bare}:00` : hours ? `${hours}:${rest}` : 'Z'
  const moment = new Date(`${day}T${minutes}${seconds.slice(0, ':00.000'.length)}${zone}`)
  if (Number.isNaN(moment.getTime())) return undefined
  const iso = moment.toISOString()
  return iso.length === ISO_LENGTH ? iso : undefined
}

function numeric(written: string): string {
  const [, month = '', day = '', year] = SPELLED_DAY.exec(written) ?? []
  return year ? `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}` : written
}

/** The shortest form of a date that `isoDate` parses back. */
export const shortDate = (iso: string) => iso.replace(/T00:00:00\.000Z$/, '').replace(/\.000Z$/, 'Z')

/** 30 February would roll over to March. */
function isDay(day: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
}
