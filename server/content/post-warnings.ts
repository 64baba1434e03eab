import { didYouMean } from '#server/lib/edit-distance.ts'
import type { Flaw } from './file-error.ts'
import { lineAt } from './file-text.ts'
import { isUnknown, knownNames, otherNames, postKeys } from './key-names.ts'
import { asAlias, type Data, isMap, isPicturePath, type WrittenKeys, wordsOf } from './written-keys.ts'

/** More remarks on one file help nobody, and finding their lines takes time. */
const WARNINGS_MAX = 20

/** What is not wrong in a post's front matter and yet hardly meant. `text` is the file's, for the places. */
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
    .map((name) => [name, `this key means nothing here${didYouMean(name, knownNames)}`])

function doubles(keys: WrittenKeys): Reason[] {
  return [...keys.values()].flatMap(([counts, ...others]) =>
    others.map((name): Reason => [name, `is not read, because ${counts} stands here too`]),
  )
}

function notOurs(data: Data, keys: WrittenKeys): Reason[] {
  const reasons: Reason[] = []
  const [image] = keys.get('image') ?? []
  if (image !== undefined && image !== 'image' && !isPicturePath(firstOf(data[image])))
    reasons.push([image, 'is not shown: a picture lies under storage/public or beside the post'])
  const [aliases] = keys.get('aliases') ?? []
  for (const alias of wordsOf(aliases === undefined ? undefined : data[aliases]) ?? [])
    if (aliases !== undefined && asAlias(alias).length === 0)
      reasons.push([aliases, `${JSON.stringify(alias)} is no address of the blog, so it leads nowhere`])
  return reasons
}

/** `cover: { image: … }`. */
const nested = (data: Data): Reason[] =>
  postKeys.flatMap((key) =>
    otherNames[key]
      .filter((name) => isMap(data[name]))
      .map((name): Reason => [name, `is not read: write it as ${key}, on one line`]),
  )

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

/** The line that a key of the front matter stands on. Called only where there is something to say of it. */
export function keyLine(text: string, name: string): number {
  const pattern = new RegExp(`^[ \\t{,]*["']?${RegExp.escape(name)}["']?[ \\t]*:`, 'm')
  const found = pattern.exec(text)
  return found ? lineAt(text, found.index) : 1
}
