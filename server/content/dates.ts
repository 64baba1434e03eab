/** `2023-04-19`, or with a time, with or without seconds and zone. Without a zone it is UTC. */
const DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,3})?)?\s?(Z|[+-]\d{2}:\d{2})?)?$/
const ISO_LENGTH = '2023-04-19T00:00:00.000Z'.length

/** A date as people write it, as ISO 8601 in UTC; `undefined` where there is no such day or moment. */
export function isoDate(written: string): string | undefined {
  const [, day, minutes = '00:00', seconds = ':00', zone = 'Z'] = DATE.exec(written.trim()) ?? []
  if (!day || !isDay(day)) return undefined
  const moment = new Date(`${day}T${minutes}${seconds}${zone}`)
  if (Number.isNaN(moment.getTime())) return undefined
  const iso = moment.toISOString()
  return iso.length === ISO_LENGTH ? iso : undefined
}

/** The shortest way to write a moment that reads back as the same one. */
export const shortDate = (iso: string) => iso.replace(/T00:00:00\.000Z$/, '').replace(/\.000Z$/, 'Z')

/** 30 February would roll over to March. */
function isDay(day: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
}
