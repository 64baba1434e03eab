import * as v from 'valibot'
import type { PostFormat } from '#contract/post-form.ts'
import { countShownWords } from '#contract/shown-words.ts'
import { type PostFacts, readFacts } from '#server/content/dialects/post-facts.ts'
import {
  type PostFields,
  PostFieldsSchema,
  type PostKey,
  postKeys,
  shortDate,
} from '#server/content/dialects/post-fields.ts'
import { visibilityOf } from '#server/content/dialects/post-hiding.ts'
import { keysMeant, type WrittenKeys, withPaths, writtenKeys } from '#server/content/dialects/post-keys.ts'
import { readValues, type ValueNote } from '#server/content/dialects/post-values.ts'
import { keyPlaces, placeOf } from '#server/content/dialects/post-warnings.ts'
import { denormalize } from '#server/content/dialects/written-values.ts'
import { badFile, type ContentFileError, withoutMark } from '#server/text/front-matter/content-file-error.ts'
import {
  type Fences,
  findFences,
  NO_FRONT_MATTER,
  readAsSpelled,
  readLenientFrontMatter,
  repeatedIn,
  withFrontMatter,
  writeFrontMatter,
} from '#server/text/front-matter/front-matter.ts'
import type { Data, RepeatedKey } from '#server/text/front-matter/read-yaml.ts'
import type { FormerUrl } from './former-url.ts'
import { dateInName, dateInPaths, formatOf, isInDraftsFolder, nameOf, wantedId } from './post-names.ts'
import { headingTitle, summaryOf, teaserEnd, wordsOfName } from './post-text.ts'

/**
 * The date of a draft without one; it gets its date when it is published. After every other date, so that such drafts are
 * first in the list.
 */
export const UNDATED = '9999-12-31T23:59:59.999Z'

/** The front matter of a post. The body stays in the file: ten thousand of them would fill the memory. */
export type PostEntry = Readonly<Omit<PostFields, 'date' | 'image_alt' | 'lang'> & PostFacts> & {
  /** The one that the file wants (see `wantedId`), unless another post has it: then that of the snapshot. */
  id: string
  /** Path inside the content folder: `posts/how-to-plan-a-bake.md`. */
  file: string
  format: PostFormat
  /** Hash of the file's bytes; a save sends the one that it began from. */
  revision: string
  imageAlt: string
  /** A tag of BCP 47, where the front matter names a language. */
  lang?: string
  /** ISO 8601, UTC; `UNDATED` for a draft without a date. */
  date: string
  /** The page of a section that hides it, as a path inside the content folder. */
  hiddenBy?: string
  /** What its front matter says about its URL in another system. */
  former?: FormerUrl
  /** The beginning of the text, as plain text, where the post has no summary. */
  teaser?: string
  /** The number of words that readers see. */
  words: number
  /** The co-located images that it shows: paths inside the content folder. Absent where it names none. */
  beside?: readonly string[]
}

/** The ids or names of the authors of a post. */
export const authorsOf = ({ author }: Pick<PostEntry, 'author'>): string[] => author?.split(', ') ?? []

/** A post without its body. Throws `ContentFileError` with the place of each error. */
export const decodePost = (file: string, text: string, revision: string): PostEntry =>
  postEntry(file, readFields(text, file), revision)

/** Throws `ContentFileError` for a post other than a draft that has a date neither in its name nor in its front matter, paths included. */
export function postEntry(file: string, read: ReadFields, revision: string): PostEntry {
  const { image_alt, date: _, title, lang, ...fields } = read.fields
  const id = wantedId(file, read.data.slug)
  const written = dateOf(read, file) ?? (fields.draft ? UNDATED : null)
  if (read.fences.isMissing && !isDated(file)) throw badFile(NO_FRONT_MATTER)
  if (written === null) throw noDate(read)
  const format = formatOf(file)
  const teaser = fields.summary === '' ? summaryOf(format, read.body, read.data.excerpt_separator) : ''
  return {
    id,
    file,
    format,
    revision,
    title: title || wordsOfName(id),
    ...fields,
    imageAlt: image_alt,
    date: written,
    ...(lang !== '' && { lang }),
    ...readFacts(read.data, read.keys),
    ...(teaser !== '' && { teaser }),
    words: countShownWords(format, read.body),
  }
}

/** The date of a post: that of its front matter, else in the name of its file or in a path of its front matter. */
export const dateOf = ({ fields, data }: Pick<ReadFields, 'fields' | 'data'>, file: string): string | null =>
  fields.date ?? dateInName(file) ?? dateInPaths(data)

/** Files about a folder, which are no posts. */
const ABOUT_FOLDER = /^(?:readme|licen[cs]e|changelog|contributing|security|authors|notes?|todo)$/i

/** Whether a file without front matter is a post: in Markdown, with a date in its name or folders. */
const isDated = (file: string) =>
  formatOf(file) === 'md' && dateInName(file) !== null && !ABOUT_FOLDER.test(nameOf(file))

/** Why a post has no date, at the place of one that cannot be read. */
function noDate({ text, keys, notes, fences }: ReadFields): ContentFileError {
  const [name = 'date'] = keys.get('date') ?? []
  const reason = notes.find((note) => note.name === name)?.reason.replace(', so it is not used', '')
  const { line, column } = placeOf(keyPlaces(text, fences), reason ? name : '')
  return badFile(`${name}: ${reason ?? 'is missing (write 2023-04-19)'}`, line, column)
}

/** The fields of a post, its front matter with paths, the keys that each field was read from, and notes on its values. */
export type ReadFields = {
  text: string
  fields: PostFields
  data: Data
  keys: WrittenKeys
  notes: readonly ValueNote[]
  fences: Fences
  body: string
  /** Whether single keys can be changed. */
  isStrict: boolean
}

/** A save reads the text before it and the one after it in each of its steps; they are the last ones that were read. */
const LAST_READ_MAX = 4
let lastRead: readonly { isInDrafts: boolean; read: ReadFields }[] = []

/**
 * Reads front matter, also that of other programs (see `otherNames`). A title that is missing is the first heading, or empty.
 * A `file` in a folder for drafts is one, unless it says otherwise. Throws `ContentFileError`.
 */
export function readFields(text: string, file = ''): ReadFields {
  const isInDrafts = isInDraftsFolder(file)
  const known = lastRead.find((last) => last.read.text === text && last.isInDrafts === isInDrafts)
  if (known) return known.read
  const read = parseFields(text, isInDrafts)
  lastRead = [{ isInDrafts, read }, ...lastRead].slice(0, LAST_READ_MAX)
  return read
}

function parseFields(text: string, isInDrafts: boolean): ReadFields {
  const fences = findFences(text)
  const body = text.slice(fences.bodyStart)
  const { data: found, lenient } = readLenientFrontMatter(text, fences)
  const parsed = withPaths(found)
  const spelled = isRespelled(parsed) ? (lenient?.spelled ?? readAsSpelled(text, fences)) : undefined
  // The lenient parser rejects them.
  const repeated = lenient ? [] : repeatedIn(text, fences)
  const data = withHidingValues(spelled ? withPaths(spelled) : parsed, repeated)
  const keys = writtenKeys(data, () => teaserEnd(body, data.excerpt_separator) !== undefined)
  const { fields, notes: ofValues } = readValues(data, keys, isInDrafts)
  const ofSyntax = lenient ? [{ name: 'front matter', reason: lenient.flaw.reason, place: lenient.flaw }] : []
  const notes = [...ofSyntax, ...ofValues, ...repeated.map(({ name, ...place }) => ({ name, reason: REPEATED, place }))]
  const read = { text, fields, data, keys, notes, fences, body, isStrict: lenient === undefined }
  if (fields.title !== '') return read
  const title = headingTitle(/^\s*</.test(body) ? 'html' : 'md', body)
  const note = `is missing, so ${title === '' ? 'the name of the file' : 'the first heading'} is the title`
  return { ...read, fields: { ...fields, title }, notes: [...notes, { name: 'title', reason: note }] }
}

const REPEATED = 'is there more than once, so the last one is used'

/** Of several values of one key, one that hides the post counts. */
function withHidingValues(data: Data, repeated: readonly RepeatedKey[]): Data {
  const hiding = repeated.flatMap(({ name, earlier }) => {
    const value = keysMeant(name).includes('draft')
      ? earlier.find((one) => visibilityOf(name, one) !== 'public')
      : undefined
    return value === undefined ? [] : [[name, value] as const]
  })
  return hiding.length === 0 ? data : Object.assign(Object.create(null), data, Object.fromEntries(hiding))
}

/** Whether a text may be spelled otherwise than its value: YAML reads a title of `1.10` as a number, `no` is `false`. */
const isRespelled = (data: Data) =>
  Object.entries(data).some(([name, value]) => {
    const values: unknown[] = Array.isArray(value) ? value : [value]
    const isOther = values.some((one) => typeof one === 'number' || typeof one === 'boolean')
    return isOther && keysMeant(name).some((key) => key !== 'draft' && (typeof value !== 'boolean' || TEXTS.has(key)))
  })
const TEXTS = new Set<string>(['title', 'category', 'tags', 'author'] satisfies PostKey[])

/** The front matter of a post. Throws `ContentFileError`. */
export const decodeFields = (text: string, file?: string): PostFields => readFields(text, file).fields

/** The body with `\n` as line breaks and without blank lines around it. Throws `ContentFileError`. */
export const bodyOf = (text: string): string => plainBody(text.slice(findFences(text).bodyStart))

/**
 * Applies these changes and no others: comments, order, quotes, line ends and unknown keys stay, and a change that changes
 * nothing returns the same text. Throws `ContentFileError` where the text or a new value is invalid.
 */
export function editPost(text: string, { body, ...changes }: PostChanges, file?: string): string {
  const edited = editFields(text, changes, file)
  if (body === undefined || hasBody(edited, body)) return edited
  const { bodyStart } = findFences(edited)
  const head = edited.slice(0, bodyStart)
  const lineBreak = head.includes('\r\n') ? '\r\n' : '\n'
  const blankLines = BLANK_LINES.exec(edited.slice(bodyStart))?.[0] ?? ''
  const isEnded = head.replace('\uFEFF', '') === '' || head.endsWith('\n')
  return head + blankLines + `${isEnded ? '' : '\n'}${plainBody(body)}\n`.replaceAll('\n', lineBreak)
}

/** Whether `editPost` returns another text. */
export function isChangedBy(text: string, { body, ...changes }: PostChanges, file?: string): boolean {
  const { fields } = readFields(text, file)
  return differing(withChanges(fields, changes), fields).length > 0 || !hasBody(text, body)
}

const hasBody = (text: string, body: string | undefined) => body === undefined || plainBody(body) === bodyOf(text)

/**
 * Sets a field again where it does not read back as wanted: `image_alt: *title` changes together with the title that it
 * references.
 */
function editFields(text: string, changes: FieldChanges, file: string | undefined): string {
  const wanted = withChanges(decodeFields(text, file), changes)
  let edited = text
  for (let attempt = 0; attempt < 3; attempt++) {
    const { fields, data, keys } = readFields(edited, file)
    const others = differing(wanted, fields)
    if (others.length === 0) return edited
    edited = writeFrontMatter(edited, denormalize(others, data, keys), dateNames(keys), data)
  }
  throw badFile('the front matter cannot be edited')
}

const dateNames = (keys: WrittenKeys) => new Set([...DATES, ...DATES.flatMap((key) => keys.get(key) ?? [])])

/** The same text with another `slug:`, which decides about the id. */
export const withSlug = (text: string, slug: string): string => withKey(text, 'slug', slug)

/** The same text with a key that is no field of posts, or without it. Throws `ContentFileError`. */
export const withKey = (text: string, key: string, value: unknown): string =>
  writeFrontMatter(text, new Map<string, unknown>([[key, value]]), new Set(), readFields(text).data)

/** The text of a new post: front matter in the order of the schema, without empty keys. Throws `ContentFileError` for an invalid value. */
export function newPost(changes: FieldChanges & { title: string }, body: string): string {
  const fields = postKeys
    .map((key) => [key, checkedValue(key, changes[key])] as const)
    .filter(([, value]) => value !== false)
  const written = Object.fromEntries(fields.map(([key, value]) => [key, asWritten(key, value)]))
  return withFrontMatter(written, `\n${plainBody(body)}`)
}

const BLANK_LINES = /^(?:[ \t]*\r?\n)+/

/** A body as `bodyOf` returns it. */
export const plainBody = (body: string) => withoutMark(body).replace(BLANK_LINES, '').replaceAll('\r\n', '\n').trimEnd()

/** New values of front-matter keys. `undefined` leaves the key as it is; `null`, `''` and `[]` remove it. */
export type FieldChanges = { [Key in keyof PostFields]?: Readonly<PostFields[Key]> | undefined }
export type PostChanges = FieldChanges & { body?: string | undefined }

/** All fields after the changes. Throws `ContentFileError` for an invalid value. */
export function withChanges(current: PostFields, changes: FieldChanges): PostFields {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const checked = given.map(([key, value]) => [key, checkedValue(key as PostKey, value)])
  return { ...current, ...Object.fromEntries(checked) }
}

/** The fields of `wanted` that differ from `current`, as they are written; `undefined` removes the key. The time of a save is the last. */
const differing = (wanted: object, current: PostFields): [string, unknown][] =>
  Object.entries(wanted)
    .filter(([key, value]) => !Bun.deepEquals(value, current[key as PostKey]))
    .sort(([a], [b]) => Number(a === 'updated') - Number(b === 'updated'))
    .map(([key, value]) => [key, asWritten(key, value)])

function checkedValue(key: PostKey, value: unknown): unknown {
  const result = v.safeParse(PostFieldsSchema.entries[key], value)
  if (result.success) return result.output
  throw badFile(`${key}: ${result.issues[0].message}`)
}

const DATES = ['date', 'updated', 'expires'] as const satisfies PostKey[]

function asWritten(key: string, value: unknown): unknown {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return undefined
  if (typeof value !== 'string') return value
  return DATES.some((date) => date === key) ? shortDate(value) : value
}
