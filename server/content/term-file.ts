import * as v from 'valibot'
import { stringify } from 'yaml'
import { TERM_NAME_MAX_CHARACTERS } from '#contract/limits.ts'
import { idOf, withoutMark } from './content-file.ts'
import { setFields } from './patch-yaml.ts'
import { readYaml } from './read-yaml.ts'
import type { TermEntry } from './snapshot.ts'

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
})

/** `categories/*.yml` and `tags/*.yml`. Throws `ContentFileError`. */
export function decodeTerm(file: string, text: string, revision: string): TermEntry {
  const id = idOf(file)
  const { name, description } = readYaml(NameFileSchema, { text: withoutMark(text) })
  return { id, file, revision, name, description: description || null }
}

/** Changes the name in the text of a category or tag, and nothing else. Throws `ContentFileError`. */
export function renamed(text: string, name: string): string {
  const yaml = withoutMark(text)
  const lineBreak = yaml.includes('\r\n') ? '\r\n' : '\n'
  return text.slice(0, text.length - yaml.length) + setFields(yaml, new Map([['name', name]]), lineBreak)
}

/** The text of a new category or tag. */
export const newName = (name: string) => stringify({ name }, { lineWidth: 0 })
