import * as v from 'valibot'
import { RESERVED_IDS } from '#contract/paths.ts'
import { findFences, idOf, withoutMark } from './content-file.ts'
import { badFile } from './errors.ts'
import { parseFrontMatter, stringifyFrontMatter } from './front-matter.ts'
import { type Data, denormalize, normalize, type PostKey, type WrittenKeys, writtenKeys } from './front-matter-keys.ts'
import { setFields } from './patch-yaml.ts'
import { isoDate, type PostFields, PostFieldsSchema, shortDate, UNDATED } from './post-fields.ts'
import { readYaml } from './read-yaml.ts'
import type { PostEntry } from './snapshot.ts'

/** A post without its body. Throws `ContentFileError` with the place of each error. */
export const decodePost = (file: string, text: string, revision: string): PostEntry =>
  postEntry(file, decodeFields(text), revision)

/** Throws `ContentFileError` for a reserved id, and for a post other than a draft that has a date neither in its name nor in its front matter. */
export function postEntry(file: string, { image_alt, date, ...fields }: PostFields, revision: string): PostEntry {
  const id = idOf(file)
  if (RESERVED_IDS.includes(id)) throw badFile(`no post can be called "${id}": that address is taken`)
  const written = date ?? dateInName(id) ?? (fields.draft ? UNDATED : null)
  if (written === null) throw badFile('date: is missing (write 2023-04-19)')
  const format = file.endsWith('.html') ? 'html' : 'md'
  return { id, file, format, revision, ...fields, imageAlt: image_alt, date: written }
}

/** The fields of a post, its front matter as it was parsed, and the keys that each field was read from. */
export type ReadFields = { fields: PostFields; data: Data; keys: WrittenKeys }

/** Reads front matter, also with keys of other programs (see `otherNames`). Throws `ContentFileError`. */
export function readFields(text: string): ReadFields {
  const { headStart, headEnd, bodyStart } = findFences(text)
  let data: Data = {}
  let keys: WrittenKeys = new Map()
  const fields = readYaml(PostFieldsSchema, {
    text: text.slice(headStart, headEnd),
    parse: () => parseFrontMatter(text.slice(0, bodyStart)),
    linesBefore: 1,
    rename(parsed) {
      data = parsed
      keys = writtenKeys(parsed)
      return normalize(data, keys)
    },
    nameOf: (key) => keys.get(key as PostKey)?.[0] ?? key,
  })
  return { fields, data, keys }
}

/** The front matter of a post. Throws `ContentFileError`. */
export const decodeFields = (text: string): PostFields => readFields(text).fields

/** The body with `\n` as line breaks and without blank lines around it. Throws `ContentFileError`. */
export const bodyOf = (text: string): string => plainBody(text.slice(findFences(text).bodyStart))

/**
 * Applies these changes and no others: comments, order, quotes, line ends and unknown keys stay, and a change that changes
 * nothing returns the same text. Throws `ContentFileError` where the text or a new value is invalid.
 */
export function editPost(text: string, { body, ...changes }: FieldChanges & { body?: string | undefined }): string {
  const edited = editFields(text, changes)
  const { headStart, bodyStart } = findFences(edited)
  const lineEnd = lineEndOf(edited, headStart)
  const head = edited.slice(0, bodyStart)
  const after = editedBody(edited.slice(bodyStart), body, lineEnd)
  return head + (after === '' || head.endsWith('\n') ? '' : lineEnd) + after
}

/**
 * Sets a field again where it does not read back as wanted: `image_alt: *title` changes together with the title that it
 * references.
 */
function editFields(text: string, changes: FieldChanges): string {
  const before = decodeFields(text)
  const { wanted, changed } = changedFields(before, changes)
  let edited = withFields(text, changed)
  const others = edited === text ? [] : differing(wanted, decodeFields(edited))
  if (others.length === 0) return edited
  edited = withFields(edited, new Map(others))
  if (differing(wanted, decodeFields(edited)).length > 0) throw badFile('the front matter cannot be edited')
  return edited
}

function withFields(text: string, changed: ReadonlyMap<string, unknown>): string {
  if (changed.size === 0) return text
  const { headStart, headEnd } = findFences(text)
  const { data, keys } = readFields(text)
  const written = denormalize(changed, data, keys)
  const head = setFields(text.slice(headStart, headEnd), written, lineEndOf(text, headStart))
  return text.slice(0, headStart) + head + text.slice(headEnd)
}

const lineEndOf = (text: string, headStart: number) => (text[headStart - 2] === '\r' ? '\r\n' : '\n')

/** The text of a new post: front matter in the order of the schema, without empty keys. Throws `ContentFileError` for an invalid value. */
export const newPost = (fields: FieldChanges & { title: string }, body: string): string =>
  stringifyFrontMatter(filledFields(fields), plainBody(body))

const BLANK_LINES = /^(?:[ \t]*\r?\n)+/

/** A body as `bodyOf` returns it. */
export const plainBody = (body: string) => withoutMark(body).replace(BLANK_LINES, '').replaceAll('\r\n', '\n').trimEnd()

function editedBody(old: string, body: string | undefined, lineEnd: string): string {
  if (body === undefined || plainBody(body) === plainBody(old)) return old
  const blankLines = BLANK_LINES.exec(old)?.[0] ?? ''
  return blankLines + `${plainBody(body)}\n`.replaceAll('\n', lineEnd)
}

/** The date in a file name like `2023-04-19-spring-menu.md`. */
export function dateInName(id: string): string | null {
  const [day] = /^\d{4}-\d{2}-\d{2}(?=-)/.exec(id) ?? []
  return (day && isoDate(day)) || null
}

/** New values of front-matter keys. `undefined` leaves the key as it is; `null`, `''` and `[]` remove it. */
export type FieldChanges = { [Key in keyof PostFields]?: Readonly<PostFields[Key]> | undefined }

/** All fields after the changes, and the changed ones as they are written; `undefined` removes the key. Throws `ContentFileError` for an invalid value. */
export function changedFields(current: PostFields, changes: FieldChanges) {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const sent = checked({ title: current.title, ...given })
  const wanted: PostFields = {
    ...current,
    ...Object.fromEntries(Object.entries(sent).filter(([key]) => Object.hasOwn(given, key))),
  }
  return { wanted, changed: new Map(differing(wanted, current)) }
}

/** The fields of `wanted` that differ from `current`, as they are written. */
const differing = (wanted: object, current: PostFields): [string, unknown][] =>
  Object.entries(wanted)
    .filter(([key, value]) => !Bun.deepEquals(value, current[key as keyof PostFields]))
    .map(([key, value]) => [key, asWritten(key, value)])

function filledFields(fields: FieldChanges & { title: string }): object {
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
