import * as v from 'valibot'
import { stringify } from 'yaml'
import { TERM_DESCRIPTION_MAX_CHARACTERS, TERM_NAME_MAX_CHARACTERS } from '#contract/limits.ts'
import { setFields } from '#server/text/front-matter/patch-yaml.ts'
import { readYaml } from '#server/text/front-matter/read-yaml.ts'

/** Former ids in the file of a category, tag or author. */
export const aliases = (description: string) =>
  v.pipe(
    v.optional(v.nullable(v.array(v.string('must be text'), 'must be a list'), []), []),
    v.maxLength(100, 'must have at most 100 entries'),
    v.description(description),
  )

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
      v.pipe(
        v.string('must be text'),
        v.trim(),
        v.maxLength(
          TERM_DESCRIPTION_MAX_CHARACTERS,
          `must be at most ${TERM_DESCRIPTION_MAX_CHARACTERS} characters long`,
        ),
      ),
      null,
    ),
    null,
  ),
  aliases: aliases(
    'Former ids and names, and other spellings: posts that use one of them have this term, and their URLs redirect.',
  ),
})

type TermChanges = {
  name?: string | undefined
  description?: string | undefined
  aliases?: readonly string[] | undefined
}

/** Changes these fields in the text of a category or tag; an empty description is none. Throws `ContentFileError`. */
export function changedTerm(text: string, { description, ...others }: TermChanges): string {
  const fields = Object.entries(others).filter(([, value]) => value !== undefined)
  const described = description === undefined ? [] : [['description', description || undefined] as const]
  return setFields(text, new Map<string, unknown>([...fields, ...described]))
}

const AliasesSchema = v.object({ aliases: aliases('') })

/** Adds former ids to the text of a category, tag or author. Throws `ContentFileError`. */
export function withFormerIds(text: string, { id, former }: { id: string; former: readonly string[] }): string {
  const known = readYaml(AliasesSchema, text).output.aliases
  return setFields(text, new Map([['aliases', [...known.filter((one) => one !== id), ...former]]]))
}

/** The text of a new category or tag. */
export const newName = (name: string) => stringify({ name }, { lineWidth: 0 })
