import * as v from 'valibot'
import { stringify } from 'yaml'
import { TERM_NAME_MAX_CHARACTERS } from '#contract/limits.ts'
import { setFields } from '#server/text/front-matter/patch-yaml.ts'

/** The file of a category or tag. */
export const NameFileSchema = v.object({
  name: v.pipe(
    v.string('must be text'),
    v.trim(),
    v.nonEmpty('is missing'),
    v.maxLength(TERM_NAME_MAX_CHARACTERS, `must be at most ${TERM_NAME_MAX_CHARACTERS} characters long`),
    v.check((name) => !/[\r\n]/.test(name), 'must be one line'),
  ),
  description: v.optional(
    v.nullable(
      v.pipe(v.string('must be text'), v.trim(), v.maxLength(300, 'must be at most 300 characters long')),
      null,
    ),
    null,
  ),
  aliases: v.pipe(
    v.optional(v.nullable(v.array(v.string('must be text'), 'must be a list'), []), []),
    v.maxLength(100, 'must have at most 100 entries'),
    v.description('Former names and other spellings; posts that use one of them have this term.'),
  ),
})

/** Changes the name in the text of a category or tag, and adds former names. Throws `ContentFileError`. */
export const renamed = (text: string, name: string, aliases?: readonly string[]) =>
  setFields(text, new Map<string, unknown>([['name', name], ...(aliases ? [['aliases', aliases] as const] : [])]))

/** The text of a new category or tag. */
export const newName = (name: string) => stringify({ name }, { lineWidth: 0 })
