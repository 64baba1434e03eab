/** Quote and list signs at the beginning of a line, and the white space before and between them. */
const SIGNS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)))+/
const SIGN = />|[-*+]|\d{1,9}[.)]/g
/** Two columns further in is one level deeper. */
const COLUMNS_PER_LEVEL = 2

/** Whether quotes, lists or brackets stand inside each other more than `max` deep. One pass over the text. */
export function isMarkdownDeeperThan(max: number, markdown: string): boolean {
  let brackets = 0
  for (const line of markdown.split('\n')) {
    if (signDepth(line) > max) return true
    if (line.trim() === '') brackets = 0
    for (const one of line) {
      if (one === '[') brackets++
      if (one === ']' && brackets > 0) brackets--
      if (brackets > max) return true
    }
  }
  return false
}

function signDepth(line: string): number {
  const [signs] = SIGNS.exec(line) ?? []
  if (!signs) return 0
  const indent = signs.length - signs.trimStart().length
  return indent / COLUMNS_PER_LEVEL + (signs.match(SIGN)?.length ?? 0)
}
