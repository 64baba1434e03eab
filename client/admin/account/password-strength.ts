import { NEW_PASSWORD_MAX_CHARACTERS, NEW_PASSWORD_MIN_CHARACTERS } from '#contract/limits.ts'

export type Strength = {
  word: 'Too short' | 'Too long' | 'Weak' | 'Good' | 'Strong'
  /** 0: it is rejected, to 3. */
  level: 0 | 1 | 2 | 3
  /** What would make it stronger. */
  advice: string
}

/** Estimated bits. Twelve random letters have 56. */
const GOOD_BITS = 55
const STRONG_BITS = 65
/** Shorter parts of a name or e-mail occur in other words. */
const PERSONAL_PART_MIN_CHARACTERS = 4

const LONGER = 'Several words make it longer and are easy to remember.'
const PERSONAL = 'Leave out your name and email.'
const REPETITIVE = 'Avoid repeated characters and sequences such as 1234.'

/**
 * Estimates how hard a password is to guess, from its length and variety, without repetition, sequences and what is
 * known about the person. It advises; the server has the rules.
 */
export function passwordStrength(password: string, personal: readonly string[] = []): Strength {
  const characters = Array.from(password)
  if (characters.length < NEW_PASSWORD_MIN_CHARACTERS)
    return { word: 'Too short', level: 0, advice: `${NEW_PASSWORD_MIN_CHARACTERS} characters are required.` }
  if (characters.length > NEW_PASSWORD_MAX_CHARACTERS)
    return { word: 'Too long', level: 0, advice: `At most ${NEW_PASSWORD_MAX_CHARACTERS} characters are possible.` }

  const impersonal = withoutPersonal(password, personal)
  const unguessable = withoutRepetition(impersonal)
  const bits = unguessable.length * bitsPerCharacter(unguessable)
  if (bits >= STRONG_BITS) return { word: 'Strong', level: 3, advice: '' }
  const advice = adviceFor(password, impersonal, unguessable)
  return bits >= GOOD_BITS ? { word: 'Good', level: 2, advice } : { word: 'Weak', level: 1, advice }
}

function adviceFor(password: string, impersonal: string, unguessable: readonly string[]): string {
  if (impersonal.length < password.length) return PERSONAL
  return unguessable.length < impersonal.length / 2 ? REPETITIVE : LONGER
}

/** Without the words of a name and the parts of an e-mail, in any case. */
function withoutPersonal(password: string, personal: readonly string[]): string {
  const parts = personal
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .map((part) => part.toLowerCase())
    .filter((part) => part.length >= PERSONAL_PART_MIN_CHARACTERS)
    .sort((a, b) => b.length - a.length)
  const lower = password.toLowerCase()
  const rest = parts.reduce((text, part) => text.replaceAll(part, ''), lower)
  return rest === lower ? password : rest
}

/** A repeated text counts once; so does a run such as `aaaa`, `abcd` or `4321`. */
function withoutRepetition(text: string): string[] {
  const characters = Array.from(repeatedPart(text))
  return characters.filter((character, place) => {
    const step = stepBetween(characters[place - 1], character)
    return Math.abs(step) > 1 || (step !== 0 && step !== stepBetween(characters[place - 2], characters[place - 1]))
  })
}

const stepBetween = (a: string | undefined, b: string | undefined): number =>
  a === undefined || b === undefined ? Number.POSITIVE_INFINITY : (b.codePointAt(0) ?? 0) - (a.codePointAt(0) ?? 0)

/** `abcabcab` → `abc`. */
function repeatedPart(text: string): string {
  for (let period = 1; period <= text.length / 2; period++)
    if (text.startsWith(text.slice(period))) return text.slice(0, period)
  return text
}

const kinds: readonly (readonly [pattern: RegExp, size: number])[] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{N}/u, 10],
  [/[^\p{Ll}\p{Lu}\p{N}]/u, 33],
]

/** From the kinds of characters, but at most what so few different ones can hold. */
function bitsPerCharacter(characters: readonly string[]): number {
  const text = characters.join('')
  const size = kinds.reduce((sum, [pattern, count]) => (pattern.test(text) ? sum + count : sum), 0)
  const different = new Set(characters).size
  return Math.min(Math.log2(Math.max(size, 1)), Math.log2(Math.max(different, 1)) + 2)
}
