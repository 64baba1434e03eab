/** The keys of front matter in lower case, each with its values as they are written, without quotes. */
export type RawFrontMatter = ReadonlyMap<string, readonly string[]>

const KEY = /^["']?([A-Za-z_][\w.-]*)["']?\s*[:=]\s*(.*?),?\s*$/

/**
 * Reads the lines of front matter and no syntax of YAML, TOML or JSON, so that it shares no fault with the readers of the site.
 * `undefined` for a file without front matter. Keys of tables of TOML lose the name of their table.
 */
export function rawFrontMatter(text: string): RawFrontMatter | undefined {
  const fenced = /^\uFEFF?\s*(---|\+\+\+)[ \t]*\r?\n(.*?)^(?:\1|\.\.\.)[ \t]*\r?$/ms.exec(text)?.[2]
  const head = fenced ?? /^\uFEFF?\s*\{\s*\n(.*?)^\}/ms.exec(text)?.[1]
  if (head === undefined) return undefined
  const isJson = fenced === undefined
  const found = new Map<string, string[]>()
  let last: string[] | undefined
  for (const line of head.split(/\r?\n/)) {
    const [, item] = /^\s*-\s+(.*)$/.exec(line) ?? /^\s*(["'][^"']*["']),?\s*$/.exec(line) ?? []
    const [, key = '', value = ''] = KEY.exec(isJson ? line.trim() : line) ?? []
    if (key !== '') {
      last = valuesIn(value)
      if (!found.has(key.toLowerCase())) found.set(key.toLowerCase(), last)
    } else if (item !== undefined) last?.push(unquoted(item))
    else if (/^\S/.test(line)) last = undefined
  }
  return found
}

function valuesIn(value: string): string[] {
  // The items of such a list are in the next lines.
  if (value === '[') return []
  const list = /^\[(.*)\]/.exec(value)?.[1]
  const all = list === undefined ? [value] : (list.match(/"[^"]*"|'[^']*'|[^,]+/g) ?? [])
  return all.map(unquoted).filter((one) => one !== '')
}

function unquoted(value: string): string {
  const quoted = /^\s*(["'])(.*?)\1/.exec(value)?.[2]
  return quoted ?? value.replace(/\s#.*$/, '').trim()
}
