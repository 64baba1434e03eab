const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const MINUTE_MS = 60_000

/**
 * The time zone of a formatted date: `UTC` for what the server renders, so that server and browser format the same day; `local` for
 * the reader's time zone.
 */
type Zone = 'UTC' | 'local'

/** Returns the time as a date whose UTC fields are those of the zone. */
function inZone(moment: string | Date, zone: Zone): Date {
  const date = new Date(moment)
  return zone === 'UTC' ? date : new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS)
}

/** "November 23, 2026". Does not use `Intl`, whose locale data cost a phone 25 ms at first use (see `figure`). */
export function formatDate(moment: string | Date, zone: Zone = 'UTC'): string {
  const date = inZone(moment, zone)
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

/** "Nov 23". */
export function formatMonthDay(moment: string | Date, zone: Zone): string {
  const date = inZone(moment, zone)
  return `${MONTHS[date.getUTCMonth()]?.slice(0, 3)} ${date.getUTCDate()}`
}

/** "Nov 23, 2026". */
export const formatShortDate = (moment: string | Date, zone: Zone): string =>
  `${formatMonthDay(moment, zone)}, ${inZone(moment, zone).getUTCFullYear()}`

/** "3:05 PM". */
export function formatTime(moment: string | Date, zone: Zone): string {
  const date = inZone(moment, zone)
  const hours = date.getUTCHours()
  return `${hours % 12 || 12}:${String(date.getUTCMinutes()).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

/** "Nov 23, 2026, 3:05 PM" in the reader's time zone, "Nov 23, 2026, 3:05 PM UTC" in UTC. */
export const formatDateTime = (moment: string | Date, zone: Zone): string =>
  `${formatShortDate(moment, zone)}, ${formatTime(moment, zone)}${zone === 'UTC' ? ' UTC' : ''}`
