/** `content` is undefined for a shortcode without an end. */
export type Shortcode = { name: string; attributes: ReadonlyMap<string, string>; content: string | undefined }

const TAG = /\[(\[?)(\/?)([a-z][\w-]{0,40})((?:\s[^[\]]{0,2000})?)(\/?)\](\]?)/gi
const ATTRIBUTE = /([\w-]{1,60})\s{0,5}=\s{0,5}(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|(\S+)/g

/**
 * Replaces shortcodes by what `put` returns; those for which it returns undefined stay as they are. `[[name]]` is the text
 * `[name]`. One inside of another of its kind is not supported by WordPress either.
 */
export function replaceShortcodes(text: string, put: (shortcode: Shortcode) => string | undefined): string {
  const tags = [...text.matchAll(TAG)]
  const closings = positionsOfClosings(tags)
  let result = ''
  let copied = 0
  for (const tag of tags) {
    const [all, escaped = '', slash, name = '', rest = '', isEmpty, escapedEnd] = tag
    if (tag.index < copied) continue
    result += text.slice(copied, tag.index)
    copied = tag.index + all.length
    if (escaped && escapedEnd) {
      result += all.slice(1, -1)
      continue
    }
    const start = copied - (escapedEnd ?? '').length
    const closing = slash || isEmpty ? undefined : nextAfter(closings.get(name.toLowerCase()), start)
    const content = closing && text.slice(start, closing.from)
    const replaced = slash ? undefined : put({ name: name.toLowerCase(), attributes: attributesOf(rest), content })
    if (replaced === undefined) result += all
    else {
      result += escaped + replaced
      copied = closing ? closing.to : start
    }
  }
  return result + text.slice(copied)
}

type Range = { from: number; to: number }

function positionsOfClosings(tags: readonly RegExpExecArray[]): Map<string, Range[]> {
  const found = new Map<string, Range[]>()
  for (const { 0: all, 1: escaped = '', 2: slash, 3: name = '', 6: end = '', index } of tags) {
    if (slash !== '/') continue
    const ranges = found.get(name.toLowerCase()) ?? []
    found.set(name.toLowerCase(), ranges)
    ranges.push({ from: index + escaped.length, to: index + all.length - end.length })
  }
  return found
}

/** Ranges before the place are not needed again, because places only grow. */
function nextAfter(ranges: Range[] | undefined, place: number): Range | undefined {
  while (ranges?.[0] && ranges[0].from < place) ranges.shift()
  return ranges?.[0]
}

/** Values without a name have their number, from 0. */
function attributesOf(rest: string): Map<string, string> {
  const attributes = new Map<string, string>()
  let unnamed = 0
  for (const [, name, ...values] of rest.matchAll(ATTRIBUTE)) {
    const value = values.find((one) => one !== undefined) ?? ''
    attributes.set(name?.toLowerCase() ?? String(unnamed++), value)
  }
  return attributes
}
