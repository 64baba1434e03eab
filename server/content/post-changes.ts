import * as v from 'valibot'
import { shortDate } from './dates.ts'
import { badFile } from './file-error.ts'
import { type PostFields, PostFieldsSchema } from './post-fields.ts'

/** New values of front-matter keys. What is absent or `undefined` stays as it is; `null`, `''` and `[]` take the key away. */
export type FieldChanges = { [Key in keyof PostFields]?: Readonly<PostFields[Key]> | undefined }

/** What the fields shall be, and what of it really changes, as it is written; `undefined` takes the key away. Throws `ContentFileError` for a value that is no post's. */
export function changedFields(current: PostFields, changes: FieldChanges) {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const sent = checked({ title: current.title, ...given })
  const wanted: PostFields = {
    ...current,
    ...Object.fromEntries(Object.entries(sent).filter(([key]) => Object.hasOwn(given, key))),
  }
  return { wanted, changed: new Map(differing(wanted, current)) }
}

/** The fields of `wanted` that `current` has otherwise, as they are written. */
export const differing = (wanted: object, current: PostFields): [string, unknown][] =>
  Object.entries(wanted)
    .filter(([key, value]) => !Bun.deepEquals(value, current[key as keyof PostFields]))
    .map(([key, value]) => [key, asWritten(key, value)])

/** Front matter without empty keys, in the order of decision 9. Throws `ContentFileError`. */
export function filledFields(fields: FieldChanges & { title: string }): object {
  const written = Object.entries(checked(fields)).map(([key, value]) => [
    key,
    value === false ? undefined : asWritten(key, value),
  ])
  return Object.fromEntries(written.filter(([, value]) => value !== undefined))
}

function checked(fields: object): PostFields {
  const result = v.safeParse(PostFieldsSchema, fields)
  if (result.success) return result.output
  const [issue] = result.issues
  throw badFile(`${issue.path?.[0]?.key}: ${issue.message}`)
}

const DATES: readonly string[] = ['date', 'updated', 'expires'] satisfies (keyof PostFields)[]

function asWritten(key: string, value: unknown): unknown {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return undefined
  if (typeof value !== 'string') return value
  return DATES.includes(key) ? shortDate(value) : value
}
