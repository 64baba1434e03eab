import { dirname } from 'node:path'
import * as v from 'valibot'
import { stringify } from 'yaml'
import { type Landing, LandingSchema, landingIds } from '#contract/landing.ts'
import { IMAGE_MAX_BYTES, TERM_NAME_MAX_CHARACTERS } from '#contract/limits.ts'
import { type Plan, PlansSchema, type Site, SiteSchema } from '#contract/site.ts'
import { didYouMean } from '#server/lib/edit-distance.ts'
import { setFields } from '#server/lib/patch-yaml.ts'
import { readYaml } from '#server/lib/read-yaml.ts'
import { referencesIn, withoutCode } from '#server/lib/references.ts'
import { badFile, createLineAt, type Flaw, ifValid, lineAt, withoutMark } from '#server/lib/text-file.ts'
import { sniff } from '#server/media/image-format.ts'
import type { FileHead } from '#server/storage/files.ts'
import { checkName, fileText, idOf, isContentFile, isPictureFile, isPostFolder, revisionOf } from './content-files.ts'
import {
  asAlias,
  type Data,
  isMap,
  isPicturePath,
  isUnknown,
  knownNames,
  otherNames,
  type PostKey,
  postKeys,
  type WrittenKeys,
  wordsOf,
} from './post-fields.ts'
import { findFences, type PostEntry, postEntry, type ReadFields, readFields } from './post-file.ts'

export type TermEntry = {
  id: string
  file: string
  revision: string
  name: string
  description: string | null
}

/** A landing page. */
export type LandingEntry = {
  id: string
  file: string
  revision: string
  landing: Landing
}

/** A decoded content file. */
export type Decoded =
  | DecodedPost
  | { kind: 'pictures'; file: string; revision: string }
  | { kind: 'categories' | 'tags'; name: TermEntry }
  | { kind: 'landings'; entry: LandingEntry }
  | { kind: 'legal'; id: string; text: string; revision: string }
  | { kind: 'site'; site: Site; revision: string }
  | { kind: 'plans'; plans: readonly Plan[]; revision: string }

/** Decodes a content file, after a check of its name. Throws `ContentFileError`. */
export function decodeNamedFile(file: string, bytes: Uint8Array): Decoded {
  checkName(file)
  return decodeFile(file, bytes)
}

/** Decodes a content file by its path. Throws `ContentFileError`. */
export function decodeFile(file: string, bytes: Uint8Array): Decoded {
  if (isPictureFile(file)) return decodePicture(file, { head: bytes, size: bytes.length, changedMs: 0 })
  const text = fileText(bytes)
  const revision = revisionOf(bytes)
  if (file === 'site.yml') return { kind: 'site', site: decodeSite(text), revision }
  if (file === 'plans.yml') return { kind: 'plans', plans: decodePlans(text), revision }
  if (file.startsWith('legal/')) return { kind: 'legal', id: idOf(file), text: withoutMark(text), revision }
  if (file.startsWith('landings/')) return { kind: 'landings', entry: decodeLanding(file, text, revision) }
  if (file.startsWith('posts/')) return decodePostFile(file, text, revision)
  return { kind: file.startsWith('tags/') ? 'tags' : 'categories', name: decodeTerm(file, text, revision) }
}

export function revisionIn(decoded: Decoded): string {
  if (decoded.kind === 'posts') return decoded.post.revision
  if (decoded.kind === 'landings') return decoded.entry.revision
  return 'name' in decoded ? decoded.name.revision : decoded.revision
}

/** `landings/*.yml`. Throws `ContentFileError`, also for a landing page without a route. */
function decodeLanding(file: string, text: string, revision: string): LandingEntry {
  const id = idOf(file)
  if (!landingIds.some((one) => one === id)) throw badFile(`there are pages only for ${landingIds.join(', ')}`)
  const landing = readYaml(LandingSchema, { text: withoutMark(text) })
  return { id, file, revision, landing }
}

/** `site.yml`. Throws `ContentFileError`. */
export function decodeSite(text: string): Site {
  return readYaml(SiteSchema, { text: withoutMark(text) })
}

/** `plans.yml`. Throws `ContentFileError`. */
function decodePlans(text: string): readonly Plan[] {
  return readYaml(PlansSchema, { text: withoutMark(text) }).plans
}

/** A co-located image by its first bytes; it is read when it is encoded. Throws `ContentFileError`. */
export function decodePicture(file: string, { head, size, changedMs }: FileHead) {
  if (size > IMAGE_MAX_BYTES) throw badFile('this image is larger than 10 MB')
  if (!sniff(head)) throw badFile('this is not a JPEG, PNG, WebP or GIF image, whatever its name is')
  const revision = new Bun.CryptoHasher('sha256').update(`${size} ${changedMs}`).digest('hex').slice(0, 32)
  return { kind: 'pictures', file, revision } as const
}

/** Whether a content file with these bytes would be valid. `file` is its path inside the content folder. */
export const isReadable = (file: string, bytes: Uint8Array): boolean =>
  !isContentFile(file) || ifValid(() => decodeNamedFile(file, bytes)) !== undefined

/** The lines of a post's keys that problems refer to. */
type KeyLines = { category: number; tags: number; aliases: number }

/** A post, and the warnings about its file. */
export type DecodedPost = {
  kind: 'posts'
  post: PostEntry
  lines: KeyLines
  warnings: readonly Flaw[]
  /** The co-located images that it shows. */
  references: readonly ImageReference[]
}

/** A file of `posts/`. Throws `ContentFileError`. */
export function decodePostFile(file: string, text: string, revision: string): DecodedPost {
  const read = readFields(text)
  const entry = postEntry(file, read.fields, revision)
  const { headEnd, bodyStart } = findFences(text)
  const head = text.slice(0, headEnd)
  const references = isPostFolder(file) ? colocatedImages(text, bodyStart, entry) : []
  const post = isPostFolder(file) ? { ...entry, beside: [...new Set(references.map(({ name }) => name))] } : entry
  const warnings = postWarnings(head, read.data, read.keys)
  return { kind: 'posts', post, lines: keyLines(head, read), warnings, references }
}

function keyLines(head: string, { keys }: ReadFields): KeyLines {
  const line = (key: PostKey) => {
    const [name] = keys.get(key) ?? []
    if (name === undefined) return 1
    const at = head.indexOf(`\n${name}:`)
    return at === -1 ? keyLine(head, name) : lineAt(head, at + 1)
  }
  return { category: line('category'), tags: line('tags'), aliases: line('aliases') }
}

/** More warnings on one file are of no use, and finding their lines takes time. */
const WARNINGS_MAX = 20

/** Valid front matter that is probably a mistake. `text` is the file's, for the line numbers. */
function postWarnings(text: string, data: Data, keys: WrittenKeys): Flaw[] {
  const reasons = [...unknownKeys(data), ...doubles(keys), ...nested(data), ...notOurs(data, keys)]
  return reasons
    .slice(0, WARNINGS_MAX)
    .map(([name, reason]) => ({ line: keyLine(text, name), column: 1, reason: `${name}: ${reason}` }))
}

type Reason = [name: string, reason: string]

const unknownKeys = (data: Data): Reason[] =>
  Object.keys(data)
    .filter(isUnknown)
    .slice(0, WARNINGS_MAX)
    .map((name) => [name, `unknown key${didYouMean(name, knownNames)}`])

function doubles(keys: WrittenKeys): Reason[] {
  return [...keys.values()].flatMap(([counts, ...others]) =>
    others.map((name): Reason => [name, `is ignored because ${counts} is set, too`]),
  )
}

function notOurs(data: Data, keys: WrittenKeys): Reason[] {
  const reasons: Reason[] = []
  const [image] = keys.get('image') ?? []
  if (image !== undefined && image !== 'image' && !isPicturePath(firstOf(data[image])))
    reasons.push([image, 'is not shown: images must be under storage/public or in the folder of the post'])
  const [aliases] = keys.get('aliases') ?? []
  for (const alias of wordsOf(aliases === undefined ? undefined : data[aliases]) ?? [])
    if (aliases !== undefined && asAlias(alias).length === 0)
      reasons.push([aliases, `${JSON.stringify(alias)} is not a URL of the blog, so it is ignored`])
  return reasons
}

/** `cover: { image: … }`. */
const nested = (data: Data): Reason[] =>
  postKeys.flatMap((key) =>
    otherNames[key]
      .filter((name) => isMap(data[name]))
      .map((name): Reason => [name, `is ignored: write ${key} on one line`]),
  )

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

/** The line of a key in the front matter. */
function keyLine(text: string, name: string): number {
  const pattern = new RegExp(`^[ \\t{,]*["']?${RegExp.escape(name)}["']?[ \\t]*:`, 'm')
  const found = pattern.exec(text)
  return found ? lineAt(text, found.index) : 1
}

/** A co-located image that a post shows, and the line of its first use. */
type ImageReference = { name: string; line: number }

/** `photo.jpg` or `./photo.jpg`: no other folder, no URL. */
const NAME = /^(?:\.\/)?([^/:?#\\]+)$/
export const colocatedName = (to: string): string | undefined => NAME.exec(to)?.[1]

/** The path of a co-located image inside the content folder. */
export const colocatedPath = (file: string, name: string) => `${dirname(file)}/${name}`

/** The co-located images that a post uses in `image:` and in its body, each once. */
export function colocatedImages(text: string, bodyStart: number, { image, format }: PostEntry): ImageReference[] {
  const bare = withoutCode(text.slice(bodyStart), format)
  const inBody = referencesIn(bare, format).filter(({ kind }) => kind === 'picture')
  const named = inBody.map(({ to, index }) => ({ to, index: index + bodyStart }))
  if (image !== null) named.unshift({ to: image, index: text.indexOf(image) })
  const places = new Map<string, number>()
  for (const { to, index } of named) {
    const name = colocatedName(to)
    if (name !== undefined) places.set(name, Math.min(index, places.get(name) ?? index))
  }
  const lineAt = createLineAt(text)
  const ordered = [...places].sort(([, one], [, other]) => one - other)
  return ordered.map(([name, index]) => ({ name, line: lineAt(index) }))
}

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
function decodeTerm(file: string, text: string, revision: string): TermEntry {
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
