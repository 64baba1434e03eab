import { indexedParts, isUnspaced, JOINED_MAX_CHARACTERS, joinedWords, jointIn, searchWords } from './search-words.ts'
import { normalize, truncateToken } from './words.ts'

/** What the search index has of a text: its words, and neighboring ones as one, each once, in any order. */
export type IndexedWords = { words: readonly string[]; joined: readonly string[] }

/** Words, and what is between them. */
const PIECES = /[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+/gu
const IS_WORD = /^[\p{L}\p{M}\p{N}]/u

/** What is between two spaces: its first word if nothing is before it, its last one if nothing is behind it, and what has followed. */
type Chunk = { first: string | undefined; last: string | undefined; followers: Set<Chunk> }

/**
 * The same as by `searchWords`, which also finds the places of the words. Texts repeat their words, so that this looks once at each
 * text between two spaces, and once at each pair of neighbors.
 */
export function indexedWords(text: string): IndexedWords {
  if (isUnspaced(text)) return withPlaces(text)
  const words = new Set<string>()
  const joined = new Set<string>()
  const chunks = new Map<string, Chunk>()

  function read(chunk: string): Chunk {
    const pieces = chunk.match(PIECES) ?? []
    /** The words so far between which there are only hyphens. */
    let chain: string[] = []
    let between = ''
    let first: string | undefined
    for (const piece of pieces) {
      const word = IS_WORD.test(piece) ? truncateToken(normalize(piece)) : ''
      // Marks alone are no word.
      if (word === '') {
        between += piece
        continue
      }
      words.add(word)
      if (chain.length === 0 && between === '') first = word
      const joint = chain.length > 0 ? jointIn(between) : undefined
      if (joint === undefined) chain = [word]
      else {
        chain = joint === 'hyphen' ? [...chain.slice(-JOINED_MAX_CHARACTERS), word] : [chain.at(-1) ?? '', word]
        join(chain, joint)
        if (joint === 'space') chain = [word]
      }
      between = ''
    }
    return { first, last: between === '' ? chain.at(-1) : undefined, followers: new Set() }
  }

  /** The last of these words with those before it. */
  function join(neighbors: readonly string[], joint: 'space' | 'hyphen'): void {
    const found = neighbors.map((word, at) => ({ text: word, start: 0, end: 0, follows: at === 0 ? undefined : joint }))
    for (const one of joinedWords(found, found.length - 1)) joined.add(one.text)
  }

  let before: Chunk | undefined
  for (const part of text.split(' ')) {
    let chunk = chunks.get(part)
    if (!chunk) {
      chunk = read(part)
      chunks.set(part, chunk)
    }
    if (before && !before.followers.has(chunk)) {
      before.followers.add(chunk)
      const { last } = before
      // What `join` does with two words, without objects: most words are behind a space.
      if (last !== undefined && chunk.first !== undefined && last.length + chunk.first.length <= JOINED_MAX_CHARACTERS)
        joined.add(last + chunk.first)
    }
    before = chunk
  }
  return { words: [...words], joined: [...joined] }
}

function withPlaces(text: string): IndexedWords {
  const found = [...searchWords(text)]
  const joined = found.flatMap((_, at) => joinedWords(found, at).map((one) => one.text))
  return { words: [...new Set(found.flatMap(indexedParts))], joined: [...new Set(joined)] }
}
