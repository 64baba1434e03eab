import * as v from 'valibot'
import { NAME_MAX_CHARACTERS, NAMES_PER_CALL_MAX } from '#contract/limits.ts'

/** A category or a tag (§3). The name is plain text (decision 14). */
export type Name = { id: string; name: string }
/** As the lists of both have it: with the sentence that its page shows, where its file has one. */
export type DescribedName = Name & { description?: string }

const NameText = v.pipe(
  v.string('Names must be text.'),
  v.trim(),
  v.nonEmpty('Names must not be empty.'),
  v.maxLength(NAME_MAX_CHARACTERS, `Names must be at most ${NAME_MAX_CHARACTERS} characters long`),
  v.regex(/^\P{Cc}*$/u, 'Names must be one line of plain text.'),
)

/** POST /api/categories and POST /api/tags (§7): `name` is a list. */
export const NewNamesSchema = v.object({
  name: v.pipe(
    v.array(NameText, 'Send a list of names.'),
    v.minLength(1, 'Send at least one name.'),
    v.maxLength(NAMES_PER_CALL_MAX, `Send at most ${NAMES_PER_CALL_MAX} names at once.`),
  ),
})

/** PUT /api/categories/{id} and PUT /api/tags/{id}: the id stays. */
export const RenameSchema = v.object({ name: NameText })

/** What both calls answer (decision 13): only the new ones, and a sentence about those that existed. */
export type NamesCreated = { created: Name[]; message: string }

/** §5: comma-separated input, split and trimmed; empty entries are dropped. */
export const splitNames = (typed: string): string[] =>
  typed
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
