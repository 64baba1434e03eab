import * as v from 'valibot'
import { TERM_NAME_MAX_CHARACTERS } from '#contract/limits.ts'
import { trimmed } from '#contract/trimmed.ts'
import { isId } from '#contract/validate.ts'

/** The name of a category or tag. */
export const TermNameSchema = v.pipe(
  v.string('Names must be text.'),
  trimmed(),
  v.nonEmpty('Names must not be empty.'),
  v.maxLength(TERM_NAME_MAX_CHARACTERS, `Names must be at most ${TERM_NAME_MAX_CHARACTERS} characters long`),
  v.regex(/^\P{Cc}*$/u, 'Names must be one line of plain text.'),
)

/** No id contains a colon. */
const PREFIX = 'new:'

/** What the form of a post has in place of an id for a category or tag that its save creates. */
export const newTerm = (name: string) => ({ id: PREFIX + name, name })

/** The name of a category or tag that the save creates; `undefined` for the id of one that exists. */
export const newTermName = (id: string): string | undefined =>
  id.startsWith(PREFIX) ? id.slice(PREFIX.length) : undefined

export const isNewTerm = ({ id }: { id: string }): boolean => newTermName(id) !== undefined

/** The terms that exist, and the new one that is chosen, if it is one. */
export function withNewTerm<One extends { id: string; name: string }>(existing: readonly One[], chosen: string) {
  const name = newTermName(chosen)
  return name === undefined ? existing : [...existing, newTerm(name)]
}

/** Whether it is an id, or a category or tag that the save creates. */
export const isTermChoice = (typed: string): boolean => isId(typed) || newTermName(typed) !== undefined

/** Whether a new category or tag can have its name. */
export const isNameable = (typed: string): boolean => isId(typed) || v.is(TermNameSchema, newTermName(typed))
export const NOT_NAMEABLE = `A new name is one line of at most ${TERM_NAME_MAX_CHARACTERS} characters.`
