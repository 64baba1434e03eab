import * as v from 'valibot'
import { isId } from '#contract/ids.ts'
import { SUMMARY_MAX_CHARACTERS, TAGS_PER_POST_MAX, TITLE_MAX_CHARACTERS } from '#contract/limits.ts'
import { splitNames } from '#contract/terms.ts'
import { isSafePath } from '#server/storage/safe-names.ts'
import { isoDate } from './dates.ts'

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
