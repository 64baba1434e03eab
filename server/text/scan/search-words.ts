import { normalize, truncateToken } from './words.ts'

/** A normalized letter and its place in the text, with its marks. */
type Letter = { text: string; start: number; end: number }
type Run = {
  letters: readonly Letter[]
  /** Letters that are indexed together. */
  gramLetters: number
}
/** A normalized word of a text and its place. `run`: of a script without spaces, in which it may be several words. */
export type SearchWord = {
  text: string
  start: number
  end: number
  run?: Run
  /** Only a space or a hyphen is between it and the word before. */
  follows?: 'space' | 'hyphen' | undefined
}
/** Neighboring words as one: "cut-off" and "cut off" as "cutoff". `first` is the place of its first word. */
export type JoinedWord = { text: string; first: number }

const WORD = /[\p{L}\p{M}\p{N}]+/gu
const LETTER = /\P{M}\p{M}*/gu
/** Scripts that write no spaces between words: those of `reading-time.ts`. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\uff70\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const BY_SCRIPT =
  /(?<east>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\uff70\u3099\u309a]+)|(?<southeast>[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+)|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\uff70\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
/** Pairs of these letters are rare enough to find words by. Alphabets need three letters. */
const EAST_ASIAN_LETTERS = 2
const SOUTHEAST_ASIAN_LETTERS = 3

/** Also soft hyphens, the invisible characters within Persian words, and apostrophes. */
const HYPHEN = /^(?:[-\u2010\u2011\u00ad'’]|\u200c|\u200d)$/
export const JOINED_MAX_CHARACTERS = 24

/** Whether a text has letters of scripts without spaces. */
export const isUnspaced = (text: string): boolean => UNSPACED.test(text)

/** Returns the words of a text in their order. */
export function* searchWords(text: string): Generator<SearchWord> {
  const hasRuns = isUnspaced(text)
  let end: number | undefined
  for (const { 0: found, index } of text.matchAll(WORD)) {
    const words = hasRuns ? wordsByScript(found, index) : [spacedWord(found, index)]
    for (const word of words) {
      if (word.text === '') continue
      if (word.start === index && end !== undefined) word.follows = jointIn(text.slice(end, index))
      end = word.end
      yield word
    }
  }
}

/** What is between two words, if it makes them one. */
export const jointIn = (between: string) =>
  between === ' ' || /^\s$/.test(between) ? 'space' : HYPHEN.test(between) ? 'hyphen' : undefined

const spacedWord = (found: string, start: number): SearchWord => ({
  text: truncateToken(normalize(found)),
  start,
  end: start + found.length,
})

const wordsByScript = (found: string, start: number): SearchWord[] =>
  Array.from(found.matchAll(BY_SCRIPT), ({ 0: part, index, groups = {} }) => {
    const word = spacedWord(part, start + index)
    if (groups.east === undefined && groups.southeast === undefined) return word
    const letters = lettersOf(part, word.start)
    const gramLetters = groups.east === undefined ? SOUTHEAST_ASIAN_LETTERS : EAST_ASIAN_LETTERS
    return { ...word, text: letters.map(({ text }) => text).join(''), run: { letters, gramLetters } }
  })

const lettersOf = (run: string, start: number): Letter[] =>
  Array.from(run.matchAll(LETTER), ({ 0: letter, index }) => ({
    text: normalize(letter),
    start: start + index,
    end: start + index + letter.length,
  })).filter(({ text }) => text !== '')

/** Returns the words that the one at `last` makes with the one before it, and with all between which there are only hyphens. */
export function joinedWords(words: readonly SearchWord[], last: number): JoinedWord[] {
  const joined: JoinedWord[] = []
  let text = words[last]?.run ? '' : (words[last]?.text ?? '')
  let follows = words[last]?.follows
  for (let first = last - 1; follows && text !== ''; first--) {
    const word = words[first]
    if (!word || word.run || text.length + word.text.length > JOINED_MAX_CHARACTERS) break
    text = word.text + text
    joined.push({ text, first })
    follows = follows === 'hyphen' && word.follows === 'hyphen' ? 'hyphen' : undefined
  }
  return joined
}

/** What the index has of a word: of a script without spaces, the letters that follow each other, from each letter on. */
export const indexedParts = ({ text, run }: SearchWord): string[] =>
  run ? run.letters.map((_, at) => gramAt(run, at)) : [text]

/** What the index has of a post with this word of a query. Each may be the beginning of a part. */
export function queriedParts({ text, run }: SearchWord): string[] {
  if (!run || run.letters.length <= run.gramLetters) return [text]
  return run.letters.slice(run.gramLetters - 1).map((_, at) => gramAt(run, at))
}

const gramAt = ({ letters, gramLetters }: Run, at: number) =>
  letters
    .slice(at, at + gramLetters)
    .map(({ text }) => text)
    .join('')

/** Returns the singular of an English word in the plural, and a plural that does not begin with the word. */
export function otherNumbers(word: string): string[] {
  const others = NUMBERS.filter(([ending]) => ending.test(word)).map(([ending, other]) => word.replace(ending, other))
  return others.filter((one) => one.length >= SINGULAR_MIN_CHARACTERS)
}

const SINGULAR_MIN_CHARACTERS = 2
const NUMBERS: readonly (readonly [RegExp, string])[] = [
  [/(?<=[^s])s$/, ''],
  [/(?<=s|x|z|ch|sh|o)es$/, ''],
  [/(?<=[^aeiou])ies$/, 'y'],
  [/(?<=[^aeiou])y$/, 'ies'],
  [/ves$/, 'f'],
  [/ves$/, 'fe'],
  [/(?<=[^f])fe?$/, 'ves'],
]
