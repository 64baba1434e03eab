const LENGTH_MAX = 20_000

/** The length of `{…}` at the start, with the braces and texts inside; 0 when it is not closed. */
export function braceEnd(source: string): number {
  let depth = 0
  for (let i = 0; i < Math.min(source.length, LENGTH_MAX); i++) {
    const character = source[i] ?? ''
    if (character === '{') depth++
    else if (character === '}' && --depth === 0) return i + 1
    else if ('"`'.includes(character)) i = closingQuote(source, i)
    if (i === -1) return 0
  }
  return 0
}

/** The length of the component at the start, up to its end tag, or of its first tag alone; 0 when it is not closed. */
export function jsxEnd(source: string, oneTag = false): number {
  let depth = 0
  let i = 0
  while (i < Math.min(source.length, LENGTH_MAX)) {
    const next = /[<{]/g
    next.lastIndex = i
    const start = next.exec(source)?.index
    if (start === undefined) return 0
    const braces = source[start] === '{'
    const length = braces
      ? braceEnd(source.slice(start, start + LENGTH_MAX))
      : tagLength(source.slice(start, start + LENGTH_MAX))
    if (length === 0) {
      i = start + 1
      if (start === 0) return 0
      continue
    }
    i = start + length
    if (braces) continue
    const tag = source.slice(start, i)
    if (oneTag) return i
    if (tag.startsWith('</')) depth--
    else if (!tag.endsWith('/>')) depth++
    if (depth <= 0) return i
  }
  return 0
}

/** The length of `<Name attribute={…}>` or `</Name>`; 0 when it is no tag. */
function tagLength(source: string): number {
  const [start] = /^<\/?(?:[A-Za-z][\w.:-]*)?(?=[\s/>])/.exec(source) ?? []
  if (!start) return 0
  for (let i = start.length; i < source.length; i++) {
    const character = source[i] ?? ''
    if (character === '>') return i + 1
    if (character === '<') return 0
    if (character === '{') i = i + braceEnd(source.slice(i)) - 1
    else if (character === '"' || character === "'") i = closingQuote(source, i)
    if (i < start.length) return 0
  }
  return 0
}

/** The index of the quote that closes the one at `at`; -1 for none. */
function closingQuote(source: string, at: number): number {
  return source.indexOf(source[at] ?? '', at + 1)
}
