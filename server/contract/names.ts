import * as v from 'valibot'
import { NAME_MAX_CHARACTERS, NAMES_PER_CALL_MAX } from '#contract/limits.ts'

/** A category or a tag. The name is plain text. */
export const NameSchema = v.strictObject({ id: v.string(), name: v.string() })
export type Name = v.InferOutput<typeof NameSchema>
/** With the sentence that its page shows, where its file has one. */
export const DescribedNameSchema = v.strictObject({
  ...NameSchema.entries,
  description: v.exactOptional(v.string()),
})
export type DescribedName = v.InferOutput<typeof DescribedNameSchema>

const NameText = v.pipe(
  v.string('Names must be text.'),
  v.trim(),
  v.nonEmpty('Names must not be empty.'),
  v.maxLength(NAME_MAX_CHARACTERS, `Names must be at most ${NAME_MAX_CHARACTERS} characters long`),
  v.regex(/^\P{Cc}*$/u, 'Names must be one line of plain text.'),
)

/** POST /api/categories and POST /api/tags : `name` is a list. */
export const NewNamesSchema = v.object({
  name: v.pipe(
    v.array(NameText, 'Send a list of names.'),
    v.minLength(1, 'Send at least one name.'),
    v.maxLength(NAMES_PER_CALL_MAX, `Send at most ${NAMES_PER_CALL_MAX} names at once.`),
  ),
})

/** PUT /api/categories/{id} and PUT /api/tags/{id}: the id stays. */
export const RenameSchema = v.object({ name: NameText })

/** The response to both: only the new ones, and a sentence about those that existed. */
export const NamesCreatedSchema = v.strictObject({ created: v.array(NameSchema), message: v.string() })
export type NamesCreated = v.InferOutput<typeof NamesCreatedSchema>

/** Splits comma-separated input, trimmed; empty entries are dropped. */
export const splitNames = (typed: string): string[] =>
  typed
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
