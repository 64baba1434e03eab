import type { Places } from './terms.ts'

/**
 * Many posts' words in little memory: the words in order, and for each the posts that have it. The postings of word `n`
 * stand from `starts[n]` to `starts[n + 1]`; a posting is sixteen times the post's number, plus the places of the word in it.
 */
export type Pack = { terms: readonly string[]; starts: Uint32Array; postings: Uint32Array }

export const postOf = (posting: number) => posting >>> 4
export const placesOf = (posting: number): Places => posting & 15

export const emptyPack: Pack = { terms: [], starts: new Uint32Array(1), postings: new Uint32Array() }

/** Takes posts one after the other, numbered from 0, then packs them. */
export function createPacker() {
  const numbers = new Map<string, number>()
  let found = new Uint32Array(1 << 16)
  let count = 0
  let posts = 0

  function add(terms: ReadonlyMap<string, Places>): void {
    if (count + terms.size > found.length / 2) found = grown(found, 4 * (count + terms.size))
    for (const [term, places] of terms) {
      const number = numbers.get(term) ?? numbers.size
      if (number === numbers.size) numbers.set(term, number)
      found[2 * count] = number
      found[2 * count + 1] = posts * 16 + places
      count++
    }
    posts++
  }

  function pack(): Pack {
    const terms = [...numbers.keys()].sort()
    const ranks = new Uint32Array(terms.length)
    for (const [rank, term] of terms.entries()) ranks[numbers.get(term) ?? 0] = rank
    const rankAt = (at: number) => ranks[found[2 * at] ?? 0] ?? 0
    const starts = new Uint32Array(terms.length + 1)
    for (let at = 0; at < count; at++) starts[rankAt(at) + 1] = (starts[rankAt(at) + 1] ?? 0) + 1
    for (let rank = 0; rank < terms.length; rank++) starts[rank + 1] = (starts[rank + 1] ?? 0) + (starts[rank] ?? 0)
    return { terms, starts, postings: sorted(starts, rankAt) }
  }

  function sorted(starts: Uint32Array, rankAt: (at: number) => number): Uint32Array {
    const next = starts.slice()
    const postings = new Uint32Array(count)
    for (let at = 0; at < count; at++) {
      const rank = rankAt(at)
      const place = next[rank] ?? 0
      postings[place] = found[2 * at + 1] ?? 0
      next[rank] = place + 1
    }
    return postings
  }

  return { add, pack }
}

function grown(numbers: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length)
  longer.set(numbers)
  return longer
}

/** The numbers of the words that begin like this: from, and up to but not with. */
export function rangeOf({ terms }: Pack, beginning: string): [from: number, to: number] {
  return [firstFrom(terms, beginning), firstFrom(terms, `${beginning}\uffff`)]
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
