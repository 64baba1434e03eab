const MARK = /[:.@]/g
const SCHEME = /(?:https?|ftp)$/i
const ADDRESS_SCHEME = /\b(?:mailto|xmpp)$/i
const WWW = /\bwww$/i
const DOMAIN = /^[\w-]+\./
/** One more than the characters of the longest name, for the word boundary before it. */
const BEFORE_MAX = 7

/** Where `:`, `.` or `@` make the lexer read a link in a text: `https://`, `www.`, `me@example.org` and `mailto:`. */
export function linkMarkIndexes(text: string): Set<number> {
  const indexes = new Set<number>()
  for (const { 0: mark, index } of text.matchAll(MARK)) if (makesLink(text, mark, index)) indexes.add(index)
  return indexes
}

function makesLink(text: string, mark: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - BEFORE_MAX), index)
  if (mark === ':') return ADDRESS_SCHEME.test(before) || (text.startsWith('//', index + 1) && SCHEME.test(before))
  if (mark === '.') return WWW.test(before)
  return followsWord(text, index) && DOMAIN.test(text.slice(index + 1))
}

/** Whether a word is before this place, or a word and then dots, hyphens or plus signs. */
function followsWord(text: string, index: number): boolean {
  let end = index
  while (end > 0 && '.+-'.includes(text[end - 1] ?? ' ')) end--
  return /\w/.test(text[end - 1] ?? '')
}
