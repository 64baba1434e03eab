import * as v from 'valibot'
import { TERM_DESCRIPTION_MAX_CHARACTERS } from '#contract/limits.ts'
import { RESERVED_IDS } from '#contract/paths.ts'
import { TermNameSchema } from '#contract/term-choice.ts'
import { trimmed } from '#contract/trimmed.ts'
import { ID_PATTERN } from '#contract/validate.ts'

const NO_ADDRESS = 'Address must be lower-case letters, digits and hyphens, at most 80, and no hyphen first.'
const TOO_LONG = `Description must be at most ${TERM_DESCRIPTION_MAX_CHARACTERS} characters long`
const NO_TERM = 'This is no id.'
const id = v.pipe(v.string(NO_TERM), v.regex(ID_PATTERN, NO_TERM))

/** PUT /api/categories/{id} and PUT /api/tags/{id} */
export const ChangeTermSchema = v.object({
  name: TermNameSchema,
  /** What its page says about it, as plain text. Absent: unchanged. */
  description: v.optional(
    v.pipe(v.string('Description must be text.'), trimmed(), v.maxLength(TERM_DESCRIPTION_MAX_CHARACTERS, TOO_LONG)),
  ),
  /** The id from now on; URLs with the one before redirect. Absent: unchanged. */
  address: v.optional(
    v.pipe(
      v.string(NO_ADDRESS),
      v.regex(ID_PATTERN, NO_ADDRESS),
      v.check((typed) => !RESERVED_IDS.includes(typed), 'This address is taken.'),
    ),
  ),
})
export type ChangeTerm = v.InferOutput<typeof ChangeTermSchema>

/** POST /api/categories/{id}/merge and POST /api/tags/{id}/merge */
export const MergeTermSchema = v.object({
  /** The id of the one that stays. */
  into: id,
  /** Ids of posts that are being edited and are changed all the same. */
  despite: v.optional(v.pipe(v.array(id, 'Send a list of ids.'), v.maxLength(1_000, 'These are too many.')), []),
})
export type MergeTerm = v.InferOutput<typeof MergeTermSchema>

/** 409: posts that somebody has open. Nothing was changed. */
export const EditedPostsSchema = v.strictObject({
  message: v.string(),
  /** `by`: names. */
  posts: v.array(v.strictObject({ id: v.string(), title: v.string(), by: v.array(v.string()) })),
})
export type EditedPosts = v.InferOutput<typeof EditedPostsSchema>

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const TermDetailSchema = v.strictObject({
  id: v.string(),
  name: v.string(),
  description: v.nullable(v.string()),
  /** How many posts have it, whatever their state. */
  posts: count,
  /** Posts name it, but it has no file yet. */
  unfiled: v.exactOptional(v.literal(true)),
})
export type TermDetail = v.InferOutput<typeof TermDetailSchema>

/** GET /api/terms: all categories and tags, by name. */
export const AllTermsSchema = v.strictObject({
  categories: v.array(TermDetailSchema),
  tags: v.array(TermDetailSchema),
})
export type AllTerms = v.InferOutput<typeof AllTermsSchema>
