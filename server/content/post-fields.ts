import * as v from 'valibot'
import { SUMMARY_MAX_CHARACTERS, TAGS_PER_POST_MAX, TITLE_MAX_CHARACTERS } from '#contract/limits.ts'
import { isId } from '#contract/paths.ts'
import { splitNames } from '#contract/post-form.ts'
import { isSafePath } from '#server/storage/files.ts'

const longest = (max: number) => v.maxLength<string, number, string>(max, `must be at most ${max} characters long`)

const text = (max: number) => v.pipe(v.optional(v.nullable(v.string('must be text'), ''), ''), longest(max))
const line = (max: number) =>
  v.pipe(
    text(max),
    v.trim(),
    v.check((one) => !/[\r\n]/.test(one), 'must be one line'),
  )
const orNull = v.transform((one: string) => (one === '' ? null : one))

const date = v.pipe(
  text(60),
  v.rawTransform<string, string | null>(({ dataset, addIssue, NEVER }) => {
    if (dataset.value === '') return null
    const iso = isoDate(dataset.value)
    if (iso !== undefined) return iso
    addIssue({ message: `${JSON.stringify(dataset.value)} is not a date (write 2023-04-19)` })
    return NEVER
  }),
)

/** A list, or words separated by commas. */
const words = v.pipe(
  v.optional(v.nullable(v.union([v.array(v.string('must be text')), v.string()], 'must be a list'), []), []),
  v.transform((list) => [...new Set(typeof list === 'string' ? splitNames(list) : list)]),
  v.maxLength(TAGS_PER_POST_MAX, `must be at most ${TAGS_PER_POST_MAX}`),
  v.everyItem((one) => one.length <= 200, 'must be ids'),
)

/** The front matter of a post, in the order of new files. Categories and tags may not exist. */
export const PostFieldsSchema = v.object({
  title: v.pipe(line(TITLE_MAX_CHARACTERS), v.nonEmpty('is missing')),
  /** Browsers send line breaks as CRLF. */
  summary: v.pipe(
    text(SUMMARY_MAX_CHARACTERS),
    v.transform((html) => html.replaceAll('\r\n', '\n')),
  ),
  category: v.pipe(line(200), orNull),
  tags: words,
  image: v.pipe(
    line(300),
    v.transform((path) => path.replace(/^\.\/|^\/?storage\/(?:public\/)?/, '')),
    v.check((path) => path === '' || isSafePath(path), 'must be a path under storage/public'),
    orNull,
  ),
  image_alt: line(300),
  date,
  updated: date,
  draft: v.pipe(
    v.optional(
      v.nullable(
        v.union([v.boolean(), v.picklist(['true', 'false', ''])], 'must be true or false (status: draft or published)'),
        false,
      ),
      false,
    ),
    v.transform((draft) => draft === true || draft === 'true'),
  ),
  expires: date,
  aliases: v.pipe(words, v.everyItem(isId, 'must be ids: lower-case letters, digits and hyphens')),
  author: v.pipe(line(100), orNull),
})
export type PostFields = v.InferOutput<typeof PostFieldsSchema>

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
