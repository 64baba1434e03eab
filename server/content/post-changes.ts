import * as v from 'valibot'
import { badFile } from './bad-file.ts'
import { shortDate } from './dates.ts'
import { type PostFields, PostFieldsSchema } from './post-fields.ts'

/** New values of front-matter keys. What is absent or `undefined` stays as it is; `null`, `''` and `[]` take the key away. */
export type FieldChanges = { [Key in keyof PostFields]?: Readonly<PostFields[Key]> | undefined }

/** What really changes, as it is written; `undefined` takes the key away. Throws `BadFile` for a value that is no post's. */
export function changedFields(current: PostFields, changes: FieldChanges): Map<string, unknown> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const wanted = new Map<string, unknown>(
    Object.entries(checked({ title: current.title, ...Object.fromEntries(given) })),
  )
  const changed = given
    .map(([key]) => key)
    .filter((key) => !Bun.deepEquals(wanted.get(key), current[key as keyof PostFields]))
  return new Map(changed.map((key) => [key, asWritten(key, wanted.get(key))]))
}

/** Front matter without empty keys, in the order of decision 9. Throws `BadFile`. */
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
