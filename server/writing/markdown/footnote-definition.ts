/** `[^1]: text` and its further lines. `text`: without the label and the indents. */
export type FootnoteDefinition = { raw: string; label: string; text: string }

const LABEL = /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*/
const INDENT = /^(?: {4}|\t| {2,3}(?! ))/
/** Ends a paragraph, so it does not continue a footnote either. */
const STARTS_BLOCK = /^ {0,3}(?:#{1,6}\s|>|[-*+][ \t]|\d{1,9}[.)][ \t]|```|~~~|<|\{|\[\^|:::|\$\$|\|)/

export function footnoteDefinition(source: string): FootnoteDefinition | undefined {
  const [start, label] = LABEL.exec(source) ?? []
  if (!start || !label) return undefined
  const raw = source.slice(0, lengthOf(source))
  const text = raw.slice(start.length).split('\n').map(withoutIndent).join('\n')
  return { raw, label, text }
}

/** Lines with an indent belong to it, and lines that continue its paragraph. */
function lengthOf(source: string): number {
  let length = lineEnd(source, 0)
  let afterBlankLine = false
  for (let at = length + 1; at <= source.length; at = lineEnd(source, at) + 1) {
    const line = source.slice(at, lineEnd(source, at))
    const isBlank = line.trim() === ''
    const continues = !afterBlankLine && !STARTS_BLOCK.test(line)
    if (!isBlank && !INDENT.test(line) && !continues) break
    if (!isBlank) length = at + line.length
    afterBlankLine = isBlank
  }
  return length
}

function lineEnd(source: string, from: number): number {
  const end = source.indexOf('\n', from)
  return end === -1 ? source.length : end
}

const withoutIndent = (line: string, index: number) => (index === 0 ? line : line.replace(INDENT, ''))
