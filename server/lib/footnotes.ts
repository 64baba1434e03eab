/** `[^1]: text` and its further lines. `text`: without the label and the indents. */
export type FootnoteDefinition = { raw: string; label: string; text: string }

const LABEL = /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*/
const REFERENCE = /^\[\^([^\]\s]{1,100})\]/
const INDENT = /^(?: {4}|\t| {2,3}(?! ))/
/** Ends a paragraph, so it does not continue a footnote either. */
const STARTS_BLOCK = /^ {0,3}(?:#{1,6}\s|>|[-*+][ \t]|\d{1,9}[.)][ \t]|```|~~~|<|\{|\[\^|:::|\$\$|\|)/

/** Reads the definition of a footnote at the start of a text whose line breaks are `\n`. */
export function footnoteDefinition(source: string): FootnoteDefinition | undefined {
  const [start, label] = LABEL.exec(source) ?? []
  if (!start || !label) return undefined
  const raw = source.slice(0, endOf(source))
  const text = raw.slice(start.length).split('\n').map(withoutIndent).join('\n').trimEnd()
  return { raw, label, text }
}

/** Reads `[^1]` at the start of a text. */
export function footnoteReference(source: string): { raw: string; label: string } | undefined {
  const [raw, label] = REFERENCE.exec(source) ?? []
  return raw && label ? { raw, label } : undefined
}

/** Lines with an indent belong to the definition, and lines that continue its paragraph. Reads no further, so many definitions stay cheap. */
function endOf(source: string): number {
  let end = lineEnd(source, 0)
  for (let at = end; at < source.length; ) {
    const next = lineEnd(source, at + 1)
    const line = source.slice(at + 1, next)
    const continues = at === end && !STARTS_BLOCK.test(line)
    if (line.trim() !== '') {
      if (!INDENT.test(line) && !continues) break
      end = next
    }
    at = next
  }
  return end
}

function lineEnd(source: string, from: number): number {
  const at = source.indexOf('\n', from)
  return at === -1 ? source.length : at
}

const withoutIndent = (line: string, index: number) => (index === 0 ? line : line.replace(INDENT, ''))
