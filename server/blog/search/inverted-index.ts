import type { Places } from './terms.ts'

/**
 * Many posts' words in little memory: the words in order, and for each the posts that have it. The postings of word `n`
 * stand from `starts[n]` to `starts[n + 1]` (bytes); each is a posting of how many posts further on the post stands, seven bits
 * a byte, the lowest first. Most take two bytes, those of common words one.
 */
export type Pack = { terms: readonly string[]; starts: Uint32Array; postings: Uint8Array }

/** A number and the places of a word as one: sixteen times the number, plus the places. */
export const posting = (number: number, places: Places) => number * 16 + places
export const numberOf = (one: number) => one >>> 4
export const placesOf = (one: number): Places => one & 15

export const emptyPack: Pack = { terms: [], starts: new Uint32Array(1), postings: new Uint8Array() }

/** The postings of one word while posts are taken. */
type List = { bytes: Uint8Array; length: number; lastPost: number }
const FIRST_BYTES = 4
/** Of the seven bits that a byte has of a number: more of them follow. */
const MORE = 128

/** Takes posts one after the other, numbered from 0, then packs them. */
export function createPacker() {
  const lists = new Map<string, List>()
  let posts = 0

  function add(terms: ReadonlyMap<string, Places>): void {
    for (const [term, places] of terms) {
      const list = lists.get(term) ?? { bytes: new Uint8Array(FIRST_BYTES), length: 0, lastPost: 0 }
      if (list.length === 0) lists.set(term, list)
      append(list, posting(posts - list.lastPost, places))
      list.lastPost = posts
    }
    posts++
  }

  function pack(): Pack {
    const ordered = [...lists].sort(([one], [other]) => (one < other ? -1 : 1))
    const starts = new Uint32Array(ordered.length + 1)
    for (const [at, [, { length }]] of ordered.entries()) starts[at + 1] = (starts[at] ?? 0) + length
    const postings = new Uint8Array(starts[ordered.length] ?? 0)
    for (const [at, [, { bytes, length }]] of ordered.entries()) postings.set(bytes.subarray(0, length), starts[at])
    return { terms: ordered.map(([term]) => term), starts, postings }
  }

  return { add, pack }
}

function append(list: List, one: number): void {
  let rest = one
  do {
    if (list.length === list.bytes.length) list.bytes = longer(list.bytes)
    list.bytes[list.length++] = rest >= MORE ? (rest % MORE) + MORE : rest
    rest >>>= 7
  } while (rest > 0)
}

function longer(bytes: Uint8Array): Uint8Array {
  const twice = new Uint8Array(bytes.length * 2)
  twice.set(bytes)
  return twice
}

/** The posts that have the word of this number, in their order, each with the places of the word in it. */
export function eachPost({ starts, postings }: Pack, term: number, take: (post: number, places: Places) => void): void {
  const end = starts[term + 1] ?? 0
  let post = 0
  for (let at = starts[term] ?? 0; at < end; at++) {
    let byte = postings[at] ?? 0
    let one = byte % MORE
    for (let bits = 7; byte >= MORE; bits += 7) {
      byte = postings[++at] ?? 0
      one += (byte % MORE) << bits
    }
    post += numberOf(one)
    take(post, placesOf(one))
  }
}

/** The numbers of the words that begin like this: from, and up to but not with. */
export function rangeOf({ terms }: Pack, beginning: string): [from: number, to: number] {
  return [firstFrom(terms, beginning), firstFrom(terms, `${beginning}\uffff`)]
}

/** The number of this very word, if a packed post has it. */
export function numberIn({ terms }: Pack, term: string): number | undefined {
  const number = firstFrom(terms, term)
  return terms[number] === term ? number : undefined
}

function firstFrom(terms: readonly string[], wanted: string): number {
  let low = 0
  let high = terms.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((terms[middle] ?? '') < wanted) low = middle + 1
    else high = middle
  }
  return low
}
