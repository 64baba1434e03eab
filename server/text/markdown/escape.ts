import type { Links } from './lexer.ts'
import { linkMarkIndexes } from './link-marks.ts'

export type Escaping = {
  /** Escapes everything that could be a mark, because the sparing form was not read back. */
  strict: boolean
  mdx: boolean
  links: Links
  /** In the text of a link, the lexer loses backslashes before brackets. */
  inLink: boolean
  /** Of a table, where all pipes are escaped at the end: two backslashes would not escape one. */
  inCell: boolean
  /** The characters around the text. */
  before: string
  after: string
}

const PUNCTUATION = /[!-/:-@[-`{-~]/
const WORD = /[\p{L}\p{N}]/u
const STRICT = /[\\`*_{}[\]<>#+\-.!|~&:@$=^()]/

/** A line of these alone would be a blank line. */
const OTHER_BLANK = /[^\S \t\n]/

/** Returns text that is read as these characters. */
export function escapeText(text: string, escaping: Escaping): string {
  const linkMarks = linkMarkIndexes(text)
  let result = ''
  for (let i = 0; i < text.length; i++) {
    const character = text[i] ?? ''
    const isLast = i === text.length - 1
    const neighbors = { before: text[i - 1] ?? escaping.before, after: text[i + 1] ?? escaping.after, isLast }
    const special = linkMarks.has(i) && !escaping.inLink
    if (character === '#' && neighbors.before === '{') result += '&#35;'
    else if (special || mustEscape(character, text.slice(i, i + 200), neighbors, escaping))
      result += escaped(character, escaping)
    else result += character
  }
  return result
}

function escaped(character: string, { inLink }: Escaping): string {
  if (character === '\u00a0') return '&nbsp;'
  if ((inLink && '[]'.includes(character)) || OTHER_BLANK.test(character)) return `&#${character.charCodeAt(0)};`
  return `\\${character}`
}

/** `isLast`: what follows is not written with this text. */
type Neighbors = { before: string; after: string; isLast: boolean }

/** With a brace before them they begin a tag or a comment of a template, or attributes. Tags are found before Markdown is read. */
const AFTER_BRACE = '{%#:'

function mustEscape(
  character: string,
  rest: string,
  { before, after, isLast }: Neighbors,
  escaping: Escaping,
): boolean {
  if (OTHER_BLANK.test(character)) return escaping.strict && (isBlank(before) || isBlank(after) || before === '#')
  if (escaping.strict && STRICT.test(character)) return !(escaping.inCell && character === '|')
  if (before === '{' && AFTER_BRACE.includes(character)) return true
  const alone = isBlank(before) && isBlank(after)
  switch (character) {
    case '\\':
      return after === '' || after === '\n' || PUNCTUATION.test(after)
    case '`':
      return true
    case '*':
      return !alone
    case '_':
      return !alone && !(WORD.test(before) && WORD.test(after))
    case '~':
      return !alone && (before === '~' || after === '~' || rest.indexOf('~', 1) !== -1)
    case '[':
      return escaping.inLink || before === '^' || startsLink(rest, escaping.links)
    case ']':
      return escaping.inLink
    case '(':
      return before === ']'
    case '<':
      return escaping.mdx || /[a-z/!?]/i.test(after)
    case '&':
      return /^&(?:#\d{1,7}|#x[\da-f]{1,6}|\w+);/i.test(rest)
    case '!':
      return after === '['
    case '{':
      return escaping.mdx || (isLast && after !== '' && AFTER_BRACE.includes(after))
    case '$':
      return before === '$' || after === '$'
    case '^':
      return isLast && after === '['
    default:
      return false
  }
}

const isBlank = (character: string) => character === '' || /\s/.test(character)

/** `[sic]` is text, unless it is defined, or the place of a table of contents. */
function startsLink(rest: string, links: Links): boolean {
  const [, label] = /^\[([^[\]^!][^[\]]*)\](?![([:])/.exec(rest) ?? []
  return label === undefined || /^(?:[ x]|_?toc_?)$/i.test(label) || Object.hasOwn(links, label.trim().toLowerCase())
}

/** What would begin another block at the beginning of a line, and how it is written there instead. */
const BLOCK_STARTS: readonly (readonly [RegExp, string])[] = [
  [/^(?=#{1,6}(?:\s|$))/, '\\'],
  [/^(?=>|::|~~~|\|)/, '\\'],
  [/^(?=[-+*](?:\s|$))/, '\\'],
  [/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\'],
  [/^(?=(?:=+|-+)[ \t]*$|(?:[-_*][ \t]*){3}[-_* \t]*$)/, '\\'],
]
const MDX_STARTS: readonly (readonly [RegExp, string])[] = [
  [/^i(?=mport\s)/, '&#105;'],
  [/^e(?=xport\s)/, '&#101;'],
]

export function escapeLineStart(line: string, mdx: boolean): string {
  const starts = mdx ? [...BLOCK_STARTS, ...MDX_STARTS] : BLOCK_STARTS
  const found = starts.find(([pattern]) => pattern.test(line))
  return found ? line.replace(found[0], found[1]) : line
}
