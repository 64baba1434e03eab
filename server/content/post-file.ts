import matter from 'gray-matter'
import * as v from 'valibot'
import { stringify } from 'yaml'
import { RESERVED_IDS } from '#contract/paths.ts'
import type { PostFormat } from '#contract/post-form.ts'
import { setFields } from '#server/lib/patch-yaml.ts'
import { type Data, readYaml } from '#server/lib/read-yaml.ts'
import { badFile, lineAt, withoutMark } from '#server/lib/text-file.ts'
import { idOf } from './content-files.ts'
import {
  denormalize,
  isoDate,
  normalize,
  type PostFields,
  PostFieldsSchema,
  type PostKey,
  shortDate,
  type WrittenKeys,
  writtenKeys,
} from './post-fields.ts'

const HEAD_MAX_CHARACTERS = 20_000

const TOML =
  'front matter in TOML is not read here: write --- instead of +++, and `key: value` instead of `key = value`'

/** Indexes into a post's text; the YAML between the two lines of `---` is its head. */
type Fences = { headStart: number; headEnd: number; bodyStart: number }

/**
 * Finds the front matter. Throws `ContentFileError` where it is missing, not closed, or where anything follows a `---`: other
 * programs take a word there for a language, and may run it as JavaScript.
 */
export function findFences(text: string): Fences {
  const start = text.startsWith('\uFEFF') ? 1 : 0
  if (text.startsWith('+++', start)) throw badFile(TOML)
  if (!text.startsWith('---', start)) throw badFile('the file must begin with --- and its front matter')
  const headStart = afterFence(text, start)
  const closing = text.indexOf('\n---', headStart - 1)
  if (closing === -1) throw badFile('the front matter is not closed: write --- on a line of its own')
  const headEnd = closing + 1
  if (headEnd - headStart > HEAD_MAX_CHARACTERS) {
    throw badFile(`the front matter is longer than ${HEAD_MAX_CHARACTERS.toLocaleString('en')} characters`)
  }
  return { headStart, headEnd, bodyStart: afterFence(text, headEnd) }
}

/** The index after a line of `---` that begins at `at`. */
function afterFence(text: string, at: number): number {
  const lineBreak = text.indexOf('\n', at)
  const end = lineBreak === -1 ? text.length : lineBreak
  if (text.slice(at + 3, end).trim() !== '') throw badFile('nothing may follow --- on its line', lineAt(text, at), 4)
  return Math.min(end + 1, text.length)
}

const disabledEngine = {
  parse(): object {
    throw new Error('Front matter must be YAML.')
  },
}

/**
 * Always pass these options: without them gray-matter caches by text, so that a broken file throws once and is silently
 * empty the next time. Its own engines execute `---js` front matter and rewrite dates.
 */
const options = {
  language: 'yaml',
  engines: {
    yaml: {
      parse: (text: string): object => Object(Bun.YAML.parse(text)),
      stringify: (fields: object) => stringify(fields, { lineWidth: 0 }),
    },
    json: disabledEngine,
    javascript: disabledEngine,
  },
}

/**
 * The date of a draft without one; it gets its date when it is published. After every other date, so that such drafts are
 * first in the list.
 */
export const UNDATED = '9999-12-31T23:59:59.999Z'

/** What the front matter of a post says about its URL in another system. Patterns are completed once the post has its id. */
export type FormerUrl = {
  /** Paths, and patterns such as `/:year/:title/`. */
  paths?: readonly string[]
  slug?: string
  /** All categories, where there are several: each is a part of some URLs. */
  categories?: readonly string[]
  /** The day in the time zone of the author, where it is another one in UTC. */
  day?: string
}

/** The front matter of a post. The body stays in the file: ten thousand of them would fill the memory. */
export type PostEntry = Readonly<Omit<PostFields, 'date' | 'image_alt'>> & {
  id: string
  /** Path inside the content folder: `posts/how-to-plan-a-bake.md`. */
  file: string
  format: PostFormat
  /** Hash of the file's bytes; a save sends the one that it began from. */
  revision: string
  imageAlt: string
  /** ISO 8601, UTC; `UNDATED` for a draft without a date. */
  date: string
  /** What its front matter says about its URL in another system. */
  former?: FormerUrl
  /** The names of the co-located images that it shows; absent for a post without a folder. */
  beside?: readonly string[]
}

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
  const { output, data } = readYaml(PostFieldsSchema, text.slice(0, findFences(text).headEnd), {
    parse: (head) => matter(head, options).data,
    rename: normalize,
    nameOf: (key, written) => writtenKeys(written).get(key as PostKey)?.[0] ?? key,
  })
  return { fields: output, data, keys: writtenKeys(data) }
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
  if (body === undefined || plainBody(body) === bodyOf(edited)) return edited
  const { bodyStart } = findFences(edited)
  const head = edited.slice(0, bodyStart)
  const lineBreak = head.includes('\r\n') ? '\r\n' : '\n'
  const blankLines = BLANK_LINES.exec(edited.slice(bodyStart))?.[0] ?? ''
  const lines = `${head.endsWith('\n') ? '' : '\n'}${plainBody(body)}\n`.replaceAll('\n', lineBreak)
  return head + blankLines + lines
}

/**
 * Sets a field again where it does not read back as wanted: `image_alt: *title` changes together with the title that it
 * references.
 */
function editFields(text: string, changes: FieldChanges): string {
  const wanted = withChanges(decodeFields(text), changes)
  let edited = text
  for (let attempt = 0; attempt < 3; attempt++) {
    const { fields, data, keys } = readFields(edited)
    const others = differing(wanted, fields)
    if (others.length === 0) return edited
    const { headStart, headEnd } = findFences(edited)
    const head = setFields(edited.slice(headStart, headEnd), denormalize(others, data, keys))
    edited = edited.slice(0, headStart) + head + edited.slice(headEnd)
  }
  throw badFile('the front matter cannot be edited')
}

/** The text of a new post: front matter in the order of the schema, without empty keys. Throws `ContentFileError` for an invalid value. */
export function newPost(changes: FieldChanges & { title: string }, body: string): string {
  const fields = Object.entries(checked(changes)).filter(([, value]) => value !== false)
  const written = Object.fromEntries(fields.map(([key, value]) => [key, asWritten(key, value)]))
  // An object: gray-matter would parse a string again, and execute a body that begins with `---js`.
  return matter.stringify({ content: `\n${plainBody(body)}` }, written, options)
}

const BLANK_LINES = /^(?:[ \t]*\r?\n)+/

/** A body as `bodyOf` returns it. */
export const plainBody = (body: string) => withoutMark(body).replace(BLANK_LINES, '').replaceAll('\r\n', '\n').trimEnd()

/** The date in a file name like `2023-04-19-spring-menu.md`. */
export function dateInName(id: string): string | null {
  const [day] = /^\d{4}-\d{2}-\d{2}(?=-)/.exec(id) ?? []
  return (day && isoDate(day)) || null
}

/** New values of front-matter keys. `undefined` leaves the key as it is; `null`, `''` and `[]` remove it. */
export type FieldChanges = { [Key in keyof PostFields]?: Readonly<PostFields[Key]> | undefined }

/** All fields after the changes. Throws `ContentFileError` for an invalid value. */
export function withChanges(current: PostFields, changes: FieldChanges): PostFields {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return checked({ ...current, ...Object.fromEntries(given) })
}

/** The fields of `wanted` that differ from `current`, as they are written; `undefined` removes the key. */
const differing = (wanted: object, current: PostFields): [string, unknown][] =>
  Object.entries(wanted)
    .filter(([key, value]) => !Bun.deepEquals(value, current[key as keyof PostFields]))
    .map(([key, value]) => [key, asWritten(key, value)])

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
