import anyAscii from 'any-ascii'
import { ID_PATTERN } from '#contract/validate.ts'
import { slugOf } from '#server/text/scan/words.ts'

/** The id of a category or tag that a post names: "Web Dev", "web-dev" and "Wéb dev" are one term, "C++" and "C#" are two. */
export function termId(name: string): string {
  if (ID_PATTERN.test(name)) return name
  return (
    slug(name) || `term-${new Bun.CryptoHasher('sha256').update(name.trim().toLowerCase()).digest('hex').slice(0, 10)}`
  )
}

/** Every change looks up the terms of all posts; most blogs have some hundred of them. */
const known = new Map<string, string>()
const KNOWN_MAX = 20_000

/** The same for all spellings of an id: `web--dev` is `web-dev`. */
export function plainId(id: string): string {
  const before = known.get(id)
  if (before !== undefined) return before
  if (known.size >= KNOWN_MAX) known.clear()
  const plain = slugOf(id, id)
  known.set(id, plain)
  return plain
}

/** Letters of other scripts are written as they sound: without them, `日本 guide` would be `guide`. */
const OTHER_LETTER = /(?!\p{Script=Latin})\p{L}/u
const inLatin = (name: string) => (OTHER_LETTER.test(name) ? anyAscii(name) : name)

const slug = (name: string) =>
  slugOf(inLatin(name).replace(/^#+/, '').replaceAll('++', ' plus plus ').replaceAll('#', ' sharp '), '')
