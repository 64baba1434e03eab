import * as v from 'valibot'
import { isBlankMarkup } from '#contract/blank-markup.ts'
import {
  AUTHOR_NAME_MAX_CHARACTERS,
  CONTENT_MAX_CHARACTERS,
  SEARCH_MAX_CHARACTERS,
  SUMMARY_MAX_CHARACTERS,
  TAGS_PER_POST_MAX,
  TAGS_READ_MAX,
  TITLE_MAX_CHARACTERS,
} from '#contract/limits.ts'
import { RESERVED_IDS } from '#contract/paths.ts'
import { extraFormFields } from '#contract/post-extras.ts'
import { isNameable, isTermChoice, NOT_NAMEABLE } from '#contract/term-choice.ts'
import { trimmed, withoutInvisible } from '#contract/trimmed.ts'
import { formCheck, ID_PATTERN } from '#contract/validate.ts'

/** How a body is written: the file's extension. */
export const postFormats = ['md', 'html'] as const
export type PostFormat = (typeof postFormats)[number]

/** States at a moment: a function of the post's file and the clock. */
export const postStates = ['live', 'draft', 'scheduled', 'expired'] as const
export type PostState = (typeof postStates)[number]

const NO_ID = 'This is no id.'
const id = v.pipe(v.string(NO_ID), v.maxLength(80, NO_ID), v.regex(ID_PATTERN, NO_ID))

const NO_ADDRESS = 'Address must be lower-case letters, digits and hyphens, at most 80, and no hyphen first.'

/** `2026-05-04T08:00+02:00`: the time zone is required. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** A date and time of a form, or an empty text. */
const moment = (label: string) => {
  const message = `${label} must be a day and a time, with its time zone.`
  return v.pipe(
    v.string(message),
    v.check((sent) => sent === '' || isMoment(sent), message),
  )
}

/** 30 February would roll over to March. */
function isMoment(sent: string): boolean {
  const day = sent.slice(0, 10)
  return MOMENT.test(sent) && !Number.isNaN(Date.parse(sent)) && new Date(day).toJSON()?.slice(0, 10) === day
}

export const EXPIRES_TOO_EARLY = 'Expiry date must be later than the date.'

const expiresLater = ({ date, expires }: Record<string, unknown>): boolean =>
  typeof date !== 'string' || typeof expires !== 'string' || !date || !expires || Date.parse(expires) > Date.parse(date)

const text = (label: string, max: number) =>
  v.pipe(
    v.optional(v.string(missing(label)), ''),
    v.maxLength(max, `${label} must be at most ${max} characters long`),
    v.check((typed) => !typed.includes('\u0000'), `${label} must be text.`),
  )

const missing = (label: string) => `${label} is required.`

/** What a post needs to be published, besides its title. A draft may lack it. */
export const neededToPublish = { summary: 'Summary', content: 'Content', category_id: 'Category' } as const

/** What a stored post lacks, or has too much of, already: a save that leaves it so is no error. */
export type Exemption = { lacks?: readonly string[] | undefined; tags?: number | undefined }
type Stored = { draft: boolean; summary: string; content: string; category_id: string | null; tags: readonly unknown[] }

/** Posts that were written for other systems are public without a summary or a category. */
export function exemptionOf(stored: Stored | undefined): { lacks?: string[]; tags?: number } {
  if (!stored) return {}
  const lacks = Object.keys(neededToPublish).filter((field) =>
    isBlankMarkup(stored[field as keyof typeof neededToPublish] ?? ''),
  )
  return { lacks: stored.draft ? [] : lacks, tags: stored.tags.length }
}

/** Whether the form of a post that is published has this field. */
const publishable = (field: keyof typeof neededToPublish, { lacks = [] }: Exemption) =>
  formCheck<PostForm>(
    field,
    (form) => form.draft === 'true' || lacks.includes(field) || !isBlankMarkup(String(form[field] ?? '')),
    missing(neededToPublish[field]),
  )

const fewTags = ({ tags = 0 }: Exemption) =>
  formCheck<PostForm>(
    'tags',
    (form) => !Array.isArray(form.tags) || form.tags.length <= Math.max(TAGS_PER_POST_MAX, tags),
    `A post can carry at most ${TAGS_PER_POST_MAX} tags.`,
  )

const NO_IMAGE = 'There is no such image.'
/** Of a working copy: `post-{id}`, or `new-` and 16 random hexadecimal digits for a post without a file. */
export const WORKING_COPY_KEY = /^(?:post-[a-z0-9][a-z0-9-]{0,79}|new-[0-9a-f]{16})$/
const NO_KEY = 'This is no key of a working copy.'

/** An id of content/authors, or a name. */
export const authorText = v.pipe(
  v.string('Author must be text.'),
  trimmed(),
  v.maxLength(AUTHOR_NAME_MAX_CHARACTERS, `Author must be at most ${AUTHOR_NAME_MAX_CHARACTERS} characters long`),
  v.regex(/^\P{Cc}*$/u, 'Author must be one line of plain text.'),
)

const PostFormFields = v.object({
  title: v.pipe(
    text('Title', TITLE_MAX_CHARACTERS),
    trimmed(),
    v.nonEmpty(missing('Title')),
    v.check((title) => !/[\r\n]/.test(title), 'Title must be one line.'),
  ),
  /** Only a draft may lack the following three. */
  summary: text('Summary', SUMMARY_MAX_CHARACTERS),
  content: text('Content', CONTENT_MAX_CHARACTERS),
  /** An id, or `new:` and the name of a category that the save creates. */
  category_id: v.pipe(
    v.optional(v.string(missing('Category')), ''),
    v.check((typed) => typed === '' || isTermChoice(typed), 'This category does not exist.'),
    v.check((typed) => typed === '' || isNameable(typed), NOT_NAMEABLE),
  ),
  /** The same of tags. */
  tags: v.pipe(
    v.array(
      v.pipe(
        v.string('This tag does not exist.'),
        v.check(isTermChoice, 'This tag does not exist.'),
        v.check(isNameable, NOT_NAMEABLE),
      ),
      'Tags must be a list.',
    ),
    v.maxLength(TAGS_READ_MAX, 'These are too many tags.'),
  ),
  /** Absent: HTML, so that clients that know no formats work. */
  format: v.optional(v.picklist(postFormats, 'The format is md or html.'), 'html'),
  /** The stored path of an image that exists already. Empty: none. Absent, or with `image`: not used. */
  image_path: v.optional(
    v.pipe(v.string(NO_IMAGE), v.maxLength(300, NO_IMAGE), v.regex(/^(?:[\w-][\w./-]*)?$/, NO_IMAGE)),
  ),
  /** Absent: unchanged. */
  image_alt: v.optional(
    v.pipe(
      v.string('The description of the image must be text.'),
      v.maxLength(300, 'The description of the image must be at most 300 characters long'),
    ),
  ),
  ...extraFormFields,
  draft: v.optional(v.picklist(['true', 'false'], 'Draft is true or false.')),
  /** Publication date. Empty: a draft is dated when it is published, a new post now, another one by its file name. */
  date: v.optional(moment('Date')),
  /** Empty: the post does not expire. */
  expires: v.optional(moment('Expiry date')),
  /** Absent: unchanged. */
  author: v.optional(authorText),
  /** The post's slug. Absent: made from the title of a new post, unchanged for others. */
  address: v.optional(
    v.pipe(
      v.string(NO_ADDRESS),
      v.regex(ID_PATTERN, NO_ADDRESS),
      v.check((typed) => !RESERVED_IDS.includes(typed), 'This address is taken.'),
    ),
  ),
  /** The revision that was edited; changes made since are merged. Absent: overwrite. */
  revision: v.optional(v.pipe(v.string('The revision is a text.'), v.maxLength(128, 'This is no revision.'))),
  /** The key of the working copy that a new post comes from, also that of a deleted post. It is deleted once the post is saved. */
  working_copy: v.optional(v.pipe(v.string(NO_KEY), v.regex(WORKING_COPY_KEY, NO_KEY))),
})
export type PostForm = v.InferOutput<typeof PostFormFields>

/** POST /api/blog-posts: the text fields of the multipart form. The image is a file of the same form. For an update, with the exemption of the post. */
export const postFormSchema = (stored: Exemption = {}) =>
  v.pipe(
    PostFormFields,
    publishable('summary', stored),
    publishable('content', stored),
    publishable('category_id', stored),
    fewTags(stored),
    formCheck<PostForm>('expires', expiresLater, EXPIRES_TOO_EARLY),
  )
export const PostFormSchema = postFormSchema()

const wholeNumber = (max: number) => {
  const message = `Send a whole number from 1 to ${max}.`
  return v.pipe(
    v.string(message),
    v.regex(/^\d{1,6}$/, message),
    v.transform(Number),
    v.minValue(1, message),
    v.maxValue(max, message),
  )
}

export const NO_CURSOR = 'This cursor is not valid. Start again without "after".'

/** The query of GET /api/blog-posts. Every message is our own: the library's would echo the input. */
export const PostQuerySchema = v.object({
  fields: v.optional(v.picklist(['card'], 'The only choice is card.')),
  page: v.optional(wholeNumber(999_999)),
  per_page: v.optional(wholeNumber(100)),
  after: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,200}$/, NO_CURSOR))),
  category: v.optional(id),
  tag: v.optional(id),
  author: v.optional(id),
  q: v.optional(
    v.pipe(v.string(), v.maxLength(SEARCH_MAX_CHARACTERS, `Search for at most ${SEARCH_MAX_CHARACTERS} characters.`)),
  ),
  state: v.optional(v.picklist(['all', ...postStates], 'This is no state of a post.')),
})
export type PostQuery = v.InferOutput<typeof PostQuerySchema>

/** Splits comma-separated input, trimmed; empty entries are dropped. */
export const splitNames = (typed: string): string[] =>
  typed
    .split(',')
    .map(withoutInvisible)
    .filter((name) => name !== '')
