/** `[^1]: text` and its further lines. `text`: without the label and the indents. */
export type FootnoteDefinition = { raw: string; label: string; text: string }

const LABEL = /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*/
const INDENT = /^(?: {4}|\t| {2,3}(?! ))/
/** Ends a paragraph, so it does not continue a footnote either. */
const STARTS_BLOCK = /^ {0,3}(?:#{1,6}\s|>|[-*+][ \t]|\d{1,9}[.)][ \t]|```|~~~|<|\{|\[\^|:::|\$\$|\|)/

export function footnoteDefinition(source: string): FootnoteDefinition | undefined {
  const [start, label] = LABEL.exec(source) ?? []
  if (!start || !label) return undefined
  const lines = source.split('\n')
  const length = linesOf(lines)
  const raw = lines.slice(0, length).join('\n')
  const text = raw.slice(start.length).split('\n').map(withoutIndent).join('\n')
  return { raw, label, text }
}

/** Lines with an indent belong to it, and lines that continue its paragraph. */
function linesOf(lines: readonly string[]): number {
  let length = 1
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i] ?? ''
    if (line.trim() === '') continue
    const continues = length === i && !STARTS_BLOCK.test(line)
    if (!INDENT.test(line) && !continues) break
    length = i + 1
  }
  return length
}

const withoutIndent = (line: string, index: number) => (index === 0 ? line : line.replace(INDENT, ''))
