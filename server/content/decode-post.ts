import { dirname } from 'node:path'
import { didYouMean } from '#server/lib/edit-distance.ts'
import { createLineAt, findFences, isPostFolder, lineAt } from './content-file.ts'
import type { Flaw } from './errors.ts'
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
} from './front-matter-keys.ts'
import { postEntry, type ReadFields, readFields } from './post-file.ts'
import { referencesIn, withoutCode } from './references.ts'
import type { PostEntry } from './snapshot.ts'

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
export function postWarnings(text: string, data: Data, keys: WrittenKeys): Flaw[] {
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
export function keyLine(text: string, name: string): number {
  const pattern = new RegExp(`^[ \\t{,]*["']?${RegExp.escape(name)}["']?[ \\t]*:`, 'm')
  const found = pattern.exec(text)
  return found ? lineAt(text, found.index) : 1
}

/** A co-located image that a post shows, and the line of its first use. */
export type ImageReference = { name: string; line: number }

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
