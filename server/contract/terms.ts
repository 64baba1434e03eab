import * as v from 'valibot'
import { TERM_NAME_MAX_CHARACTERS, TERMS_PER_REQUEST_MAX } from '#contract/limits.ts'

/** A category or a tag. The name is plain text. */
export const TermSchema = v.strictObject({ id: v.string(), name: v.string() })
export type Term = v.InferOutput<typeof TermSchema>
/** With the sentence that its page shows, where its file has one. */
export const DescribedTermSchema = v.strictObject({
  ...TermSchema.entries,
  description: v.exactOptional(v.string()),
})
export type DescribedTerm = v.InferOutput<typeof DescribedTermSchema>

const NameText = v.pipe(
  v.string('Names must be text.'),
  v.trim(),
  v.nonEmpty('Names must not be empty.'),
  v.maxLength(TERM_NAME_MAX_CHARACTERS, `Names must be at most ${TERM_NAME_MAX_CHARACTERS} characters long`),
  v.regex(/^\P{Cc}*$/u, 'Names must be one line of plain text.'),
)

/** POST /api/categories and POST /api/tags : `name` is a list. */
export const CreateTermsSchema = v.object({
  name: v.pipe(
    v.array(NameText, 'Send a list of names.'),
    v.minLength(1, 'Send at least one name.'),
    v.maxLength(TERMS_PER_REQUEST_MAX, `Send at most ${TERMS_PER_REQUEST_MAX} names at once.`),
  ),
})

/** PUT /api/categories/{id} and PUT /api/tags/{id}: the id stays. */
export const RenameTermSchema = v.object({ name: NameText })

/** The response to both: only the new ones, and a sentence about those that existed. */
export const CreateTermsResultSchema = v.strictObject({ created: v.array(TermSchema), message: v.string() })
export type CreateTermsResult = v.InferOutput<typeof CreateTermsResultSchema>
