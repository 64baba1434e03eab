import { MINUTE_MS } from '#server/lib/clock.ts'
/** A date as it was read; `note`: what was assumed; `isOverflow`: the day after the end of its month. */
export type ReadDate = { iso: string; note?: string; isOverflow?: true }

/** `Sun Apr 09 2023 02:00:00 GMT+0200 (Central European Summer Time)` */
const LONGEST = 100
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? +(?=\S)/i
/** `2023-04-19`, `2023/4/9`, `2023.04.19`; what follows is the time. */
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?=$|[t ,])/i
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?=$|[t ])/i
const MONTH_ONLY = /^(\d{4})-(\d{1,2})$/
const MONTH_THEN_YEAR = /^([a-z]{3,9}) (\d{4})$/i
/** `19.04.2023`, `4/19/2023`. */
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?=$|[t ,])/i
/** `19 April 2023`, `19-Apr-2023`, `19th of April 2023`. */
const DAY_THEN_MONTH = /^(\d{1,2})(?:st|nd|rd|th)?(?: of)?[ /-]([a-z]{3,9})\.?,?[ /-](\d{4})(?=$|[t ,])/i
/** `April 19, 2023`, `Apr 19th 2023`. */
const MONTH_THEN_DAY = /^([a-z]{3,9})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})(?=$|[t ,])/i
/** `Apr 19 10:00:00 2023`, with or without a zone before the year. */
const YEAR_AT_END = /^([a-z]{3}) +(\d{1,2}) (\d{1,2}:\d{2}(?::\d{2})?(?: [a-z]{3,4})?) (\d{4})$/i
const EPOCH = /^\d{10}(?:\d{3})?$/
/** What is in brackets behind a zone repeats it in words. */
const TIME =
  /^(?:t|,? *(?:at )?)(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9}))?)? ?(?:([ap])\.?m\b\.?)? ?([a-z]{1,4}|(?:gmt|utc)?[+-]\d{1,2}(?::?\d{2})?|\[?[a-z_]{2,20}(?:\/[a-z\d_+-]{2,30}){1,2}\]?)?(?: ?[[(][^[\]()]{1,60}[\])]| [a-z]{3,5})?$/i
/** Minutes east of Greenwich. Names that several zones share are those of the United States. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  wet: 0,
  west: 60,
  bst: 60,
  cet: 60,
  cest: 120,
  eet: 120,
  eest: 180,
  msk: 180,
  ist: 330,
  jst: 540,
  kst: 540,
  akst: -540,
  akdt: -480,
  hst: -600,
  brt: -180,
  sgt: 480,
  hkt: 480,
  aest: 600,
  aedt: 660,
  nzst: 720,
  nzdt: 780,
}

type Day = { year: number; month: number; day: number; rest: string; note?: string }

/**
 * Reads a date as people and programs write it; `undefined` where it is none, such as 30 February of 2023. 29 February of a year
 * without one is 1 March, as in the systems that wrote it. Without a time it is midnight, without a zone UTC.
 */
export function readDate(written: string): ReadDate | undefined {
  if (written.length > LONGEST) return undefined
  const text = written.trim().replace(WEEKDAY, '')
  if (EPOCH.test(text)) return { iso: new Date(Number(text.padEnd(13, '0'))).toISOString() }
  const day = dayIn(text)
  // Go writes the year 1 where there is no date.
  if (!day || day.year < 1000) return undefined
  const midnight = new Date(Date.UTC(day.year, day.month - 1, day.day))
  const isOverflow = midnight.getUTCDate() === 1 && day.day > 1 && day.day <= 31
  const isInMonth = midnight.getUTCDate() === day.day && midnight.getUTCMonth() === day.month - 1
  if (!isInMonth && !(isOverflow && day.month <= 12)) return undefined
  const time = timeIn(day.rest, midnight.getTime())
  if (!time) return undefined
  const note = isOverflow ? `is no day of its month, so it is ${dayOnly(midnight)}` : (day.note ?? time.note)
  const iso = new Date(midnight.getTime() + time.ms).toISOString()
  return { iso, ...(note !== undefined && { note }), ...(isOverflow && { isOverflow }) }
}

const dayOnly = (date: Date) => date.toISOString().slice(0, 10)

function dayIn(text: string): Day | undefined {
  let found = YEAR_FIRST.exec(text)
  if (found) return dayOf(found, [1, 3, 4])
  found = YEAR_LAST.exec(text)
  if (found) return yearLast(found)
  found = COMPACT.exec(text)
  if (found) return dayOf(found, [1, 2, 3])
  found = MONTH_ONLY.exec(text)
  if (found) return { ...dayOf(found, [1, 2, 1]), day: 1 }
  found = MONTH_THEN_YEAR.exec(text)
  if (found) return { ...dayOf(found, [2, 1, 1]), day: 1 }
  found = DAY_THEN_MONTH.exec(text)
  if (found) return dayOf(found, [3, 2, 1])
  found = MONTH_THEN_DAY.exec(text)
  if (found) return dayOf(found, [3, 1, 2])
  found = YEAR_AT_END.exec(text)
  return found ? { ...dayOf(found, [4, 1, 2]), rest: ` ${found[3]}` } : undefined
}

function dayOf(found: RegExpExecArray, [year, month, day]: [number, number, number]): Day {
  const written = found[month]?.toLowerCase() ?? ''
  const named = /^\d/.test(written) ? Number(written) : MONTHS.indexOf(written.slice(0, 3)) + 1
  return { year: Number(found[year]), month: named, day: Number(found[day]), rest: found.input.slice(found[0].length) }
}

/** `19.04.2023` begins with the day; of `03/04/2023`, nothing says which it is. */
function yearLast(found: RegExpExecArray): Day {
  const [, first, separator, second] = found
  const [one, other] = [Number(first), Number(second)]
  if (separator === '.' || one > 12) return dayOf(found, [4, 3, 1])
  const read = dayOf(found, [4, 1, 3])
  if (other > 12 || one === other) return read
  const iso = `${read.year}-${String(read.month).padStart(2, '0')}-${String(read.day).padStart(2, '0')}`
  return { ...read, note: `it is not clear which number is the month; read as ${iso} (write that, or 2023-04-19)` }
}

/** The time in milliseconds after midnight, in UTC. */
function timeIn(rest: string, midnight: number): { ms: number; note?: string } | undefined {
  if (rest.trim() === '') return { ms: 0 }
  const [whole, h, m, s = '0', fraction = '', half = '', zone = 'z'] = TIME.exec(rest.trimEnd()) ?? []
  if (whole === undefined) return undefined
  const [hours, minutes, seconds] = [Number(h), Number(m), Number(s)]
  if (hours > (half === '' ? 23 : 12) || minutes > 59 || seconds > 59) return undefined
  const hour = half === '' ? hours : (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const ms = ((hour * 60 + minutes) * 60 + seconds) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
  const offset = zone.includes('/') ? offsetAt(zone.replace(/[[\]]/g, ''), midnight + ms) : offsetOf(zone)
  if (offset === undefined) return { ms, note: `the time zone ${zone} is not known, so the time is read as UTC` }
  return { ms: ms - offset * MINUTE_MS }
}

function offsetOf(zone: string): number | undefined {
  const signed = zone.replace(/^(?:gmt|utc)(?=[+-])/i, '')
  if (!/^[+-]/.test(signed)) return ZONES[signed.toLowerCase()]
  const [, hours = '0', rest = '0'] = /^.(\d{1,2}):?(\d{2})?$/.exec(signed) ?? []
  const minutes = Number(hours) * 60 + Number(rest)
  return signed.startsWith('-') ? -minutes : minutes
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The offset of a place such as `America/New_York` at a local time; `undefined` for a name that is no zone. */
function offsetAt(place: string, local: number): number | undefined {
  try {
    const options = { timeZone: place, timeZoneName: 'longOffset' } as const
    const format = formats.getOrInsertComputed(place, () => new Intl.DateTimeFormat('en-US', options))
    const at = (ms: number) => {
      const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? ''
      return offsetOf(name === 'GMT' ? name : name.slice(3))
    }
    const near = at(local)
    return near && at(local - near * MINUTE_MS)
  } catch {
    return undefined
  }
}
