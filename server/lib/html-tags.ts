/** A tag as written. `name` is in lower case; `rest` is everything between the name and the `>`. */
export type HtmlTag = { name: string; isClosing: boolean; rest: string; start: number; end: number }

const NAME = /\/?[a-z][^\s/<>]*/iy

/**
 * Yields the tags in their order, in time linear to the length of any text. A `<` outside of a quoted value ends what was
 * not a tag and may begin the next one.
 */
export function* tagsIn(html: string): Generator<HtmlTag> {
  for (let start = html.indexOf('<'); start !== -1; ) {
    NAME.lastIndex = start + 1
    const name = NAME.exec(html)?.[0]
    const end = name === undefined ? start + 1 : endOfTag(html, start + 1 + name.length)
    if (name !== undefined && html[end - 1] === '>') {
      const isClosing = name.startsWith('/')
      const rest = html.slice(start + 1 + name.length, end - 1)
      yield { name: (isClosing ? name.slice(1) : name).toLowerCase(), isClosing, rest, start, end }
    }
    start = html.indexOf('<', end)
  }
}

/** Returns the index after the `>` of a tag; for anything else, the index of the `<` or the end that shows it. */
function endOfTag(html: string, from: number): number {
  let isValue = false
  for (let at = from; at < html.length; at++) {
    const one = html[at] ?? ''
    if (one === '>') return at + 1
    if (one === '<') return at
    if (isValue && (one === '"' || one === "'")) {
      const quote = html.indexOf(one, at + 1)
      if (quote === -1) return at
      at = quote
    }
    if (!isSpace(one)) isValue = one === '='
  }
  return html.length
}

/** Replaces each tag by what `put` returns. */
export function replaceTags(html: string, put: (tag: HtmlTag) => string): string {
  let text = ''
  let copied = 0
  for (const tag of tagsIn(html)) {
    text += html.slice(copied, tag.start) + put(tag)
    copied = tag.end
  }
  return text + html.slice(copied)
}

/** Returns the attributes in a tag's `rest` by their names in lower case; the first of two wins, as in browsers. */
export function attributesIn(rest: string): Map<string, string> {
  const found = new Map<string, string>()
  let at = 0
  while (at < rest.length) {
    const start = skip(rest, at, (one) => isSpace(one) || one === '/')
    const end = skip(rest, start, (one) => !isSpace(one) && one !== '/' && one !== '=')
    const equals = skip(rest, end, isSpace)
    const name = rest.slice(start, end).toLowerCase()
    const value = rest[equals] === '=' ? valueAt(rest, skip(rest, equals + 1, isSpace)) : { text: '', end }
    if (name !== '' && !found.has(name)) found.set(name, value.text.replaceAll('&amp;', '&'))
    at = value.end
  }
  return found
}

function valueAt(rest: string, start: number): { text: string; end: number } {
  const quote = rest[start] ?? ''
  const isQuoted = quote === '"' || quote === "'"
  const end = isQuoted ? rest.indexOf(quote, start + 1) : skip(rest, start, (one) => !isSpace(one))
  if (!isQuoted) return { text: rest.slice(start, end), end }
  return end === -1 ? { text: '', end: rest.length } : { text: rest.slice(start + 1, end), end: end + 1 }
}

function skip(text: string, from: number, isSkipped: (one: string) => boolean): number {
  let at = from
  while (at < text.length && isSkipped(text[at] ?? '')) at++
  return at
}

const isSpace = (one: string) => one === ' ' || one === '\n' || one === '\t' || one === '\r' || one === '\f'
