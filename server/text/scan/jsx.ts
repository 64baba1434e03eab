/** Longer tags and expressions are text. Each attempt that fails reads this much. */
const TAG_MAX_CHARACTERS = 2_000
const COMPONENT_MAX_CHARACTERS = 20_000

/** The length of `{…}` at the start, with the braces and texts inside; 0 when it is not closed. */
export function braceEnd(source: string): number {
  let depth = 0
  for (let i = 0; i < Math.min(source.length, TAG_MAX_CHARACTERS); i++) {
    const character = source[i] ?? ''
    if (character === '{') depth++
    else if (character === '}' && --depth === 0) return i + 1
    else if (character === '"' || character === '`') i = closingQuote(source, i)
    if (i === -1) return 0
  }
  return 0
}

/** The length of the component at the start, up to its end tag; 0 when it is not closed. */
export function componentEnd(source: string): number {
  let depth = 0
  let i = 0
  while (i < Math.min(source.length, COMPONENT_MAX_CHARACTERS)) {
    const next = /[<{]/g
    next.lastIndex = i
    const start = next.exec(source)?.index
    if (start === undefined) return 0
    const isTag = source[start] === '<'
    const length = (isTag ? tagEnd : braceEnd)(source.slice(start, start + TAG_MAX_CHARACTERS))
    if (length === 0) return 0
    i = start + length
    if (isTag && source.startsWith('</', start)) depth--
    else if (isTag && source[i - 2] !== '/') depth++
    if (depth === 0) return i
  }
  return 0
}

/** The length of `<Name attribute={…}>` or `</Name>`; 0 when it is no tag. */
export function tagEnd(source: string): number {
  const [start] = /^<\/?(?:[A-Za-z][\w.:-]*)?(?=[\s/>])/.exec(source) ?? []
  if (!start) return 0
  for (let i = start.length; i < Math.min(source.length, TAG_MAX_CHARACTERS); i++) {
    const character = source[i] ?? ''
    if (character === '>') return i + 1
    if (character === '<') return 0
    if (!`{"'`.includes(character)) continue
    const end = character === '{' ? i + braceEnd(source.slice(i)) : closingQuote(source, i) + 1
    if (end <= i) return 0
    i = end - 1
  }
  return 0
}

/** The index of the quote that closes the one at `at`; -1 for none. */
const closingQuote = (source: string, at: number): number => source.indexOf(source[at] ?? '', at + 1)
