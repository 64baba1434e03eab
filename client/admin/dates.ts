/** Moments are ISO 8601 in UTC; people see and type them in the time of their own place. */

const two = (number: number) => String(number).padStart(2, '0')

/** As `<input type="datetime-local">` has it: `2026-05-04T08:00`, with seconds where there are some. Empty for no moment. */
export function toLocal(iso: string | null | undefined): string {
  const moment = new Date(iso || Number.NaN)
  if (Number.isNaN(moment.getTime())) return ''
  const day = `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  const seconds = moment.getSeconds() === 0 ? '' : `:${two(moment.getSeconds())}`
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}${seconds}`
}

/** Back again. Without a zone, it is the time of this place. Empty for what is no moment. */
export function fromLocal(typed: string): string {
  const moment = new Date(typed)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
}

/** "Central European Summer Time", as it is at that moment. */
export function zoneInWords(iso: string | undefined): string {
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'long' }).formatToParts(iso ? new Date(iso) : new Date())
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'local time'
}
