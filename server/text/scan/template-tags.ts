/** A tag of Hugo (`{{< name >}}`, `{{% name %}}`), Liquid, Zola or Markdoc (`{% name %}`), or Zola's `{{ name() }}`. */
export type TemplateTag = { raw: string; name: string; isClosing: boolean; text: string; values: TagValues }
/** Named and positional values. */
export type TagValues = { named: ReadonlyMap<string, string>; listed: readonly string[] }

const HUGO = /^\{\{([<%])\s*(\/?)\s*([\w./-]+)([^{}]{0,2000}?)\/?\s*[>%]\}\}/
const LIQUID = /^\{%-?\s*(\/?\w+(?:-\w+)*)\s*(?:\(([^{}]{0,2000}?)\)\s*-?%\}|([^{}]{0,2000}?)-?%\})/
const ZOLA = /^\{\{-?\s*(\w+)\(([^{}]{0,2000}?)\)\s*-?\}\}/
/** `{% tweet id="1" /%}` of Markdoc. */
const SELF_CLOSING = /(?<=[\s"'])\/\s?$/
/** `youtube.html id="1"` of Jekyll's `include`. Values of the page's variables are not known. */
const INCLUDED = /^(?![^=]{0,200}=\s*(?:page|site|include|post)\.)\s*(?:[\w-]+\/)*([\w-]+)\.(?:html?|liquid|md)(?=\s)/
const VALUE =
  /([\w-]+)\s*[=:]\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`,]+))|"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`,=]+)/g

/** Reads the tag at the start. */
export function templateTag(source: string): TemplateTag | undefined {
  const [hugo, , slash, hugoName = '', hugoText = ''] = HUGO.exec(source) ?? []
  if (hugo) return tagOf(hugo, hugoName, slash === '/', hugoText)
  const [liquid, liquidName = '', call, rest = ''] = LIQUID.exec(source) ?? []
  if (liquid) {
    const end = call === undefined ? (/^(?:end|\/)/.exec(liquidName)?.[0] ?? '') : ''
    const [included, file = ''] = (liquidName.startsWith('include') && INCLUDED.exec(rest)) || []
    if (included) return tagOf(liquid, file, false, rest.slice(included.length))
    return tagOf(liquid, liquidName.slice(end.length), end !== '', call ?? rest.replace(SELF_CLOSING, ''))
  }
  const [zola, zolaName = '', zolaText = ''] = ZOLA.exec(source) ?? []
  return zola ? tagOf(zola, zolaName, false, zolaText) : undefined
}

function tagOf(raw: string, name: string, isClosing: boolean, text: string): TemplateTag {
  return { raw, name: name.toLowerCase().replaceAll('-', '_'), isClosing, text: text.trim(), values: valuesIn(text) }
}

export function valuesIn(text: string): TagValues {
  const named = new Map<string, string>()
  const listed: string[] = []
  for (const [, key, ...values] of text.matchAll(VALUE)) {
    const value = values.find((one) => one !== undefined) ?? ''
    if (key === undefined) listed.push(value)
    else named.set(key.toLowerCase(), value)
  }
  return { named, listed }
}

/** Where the next tag may start. */
export const nextTag = (source: string, from = 0): number => {
  const found = source.slice(from).search(/\{\{[<%]|\{%|\{\{-?\s*\w+\(/)
  return found === -1 ? -1 : from + found
}

/** Each search for an end reads the rest of the text. */
const SEARCHES_MAX = 40

/**
 * Returns what is between a tag and its end tag, and the length of all three; `undefined` without an end. Tags of the same name inside
 * are counted. In Zola, `{% end %}` ends a call.
 */
export function tagBody(
  source: string,
  tag: TemplateTag,
  missing: Set<string>,
): { body: string; length: number } | undefined {
  const key = `${tag.name} ${tag.raw.slice(0, 3)}`
  if (missing.has(key) || missing.size > SEARCHES_MAX || tag.raw.startsWith('{{') !== /^\{\{[<%]/.test(tag.raw))
    return undefined
  let depth = 1
  for (let at = nextTag(source, tag.raw.length); at !== -1; ) {
    const other = templateTag(source.slice(at, at + 2_100))
    const isSame = other?.name === tag.name && other.raw[1] === tag.raw[1]
    const ends = other !== undefined && (isSame ? other.isClosing : other.isClosing && other.name === '' && isCall(tag))
    if (isSame && !other.isClosing) depth++
    if (ends && --depth === 0) return { body: source.slice(tag.raw.length, at), length: at + other.raw.length }
    at = nextTag(source, at + (other?.raw.length ?? 2))
  }
  missing.add(key)
  return undefined
}

const isCall = ({ raw }: TemplateTag) => /^\{%-?\s*\w+\s*\(/.test(raw)
