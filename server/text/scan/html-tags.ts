/** A tag as written. `name` is in lower case; `rest` is everything between the name and the `>`. */
export type HtmlTag = { name: string; isClosing: boolean; rest: string; start: number; end: number }

/** Elements without content and end tag. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)

/**
 * A tag, or what looks like one and lacks its `>`. A tag may have `<` and `>` in quoted values only. The expression always
 * matches what it has read and never goes back, so the search is linear for any text.
 */
const TAG = /<(\/?)([a-z][^\s/<>]*)((?:=\s*(?:"[^"]*"|'[^']*')|=(?!\s*["'])|[^<>=]+)*)(>?)/gi
const ATTRIBUTE = /([^\s/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S*)))?/g

/** Yields the tags in their order. */
export function* tagsIn(html: string): Generator<HtmlTag> {
  for (const { 0: tag, 1: slash, 2: name = '', 3: rest = '', 4: end, index } of html.matchAll(TAG))
    if (end) yield { name: name.toLowerCase(), isClosing: slash === '/', rest, start: index, end: index + tag.length }
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
  for (const [, name = '', ...values] of rest.matchAll(ATTRIBUTE)) {
    const value = values.find((one) => one !== undefined) ?? ''
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value.replaceAll('&amp;', '&'))
  }
  return found
}
