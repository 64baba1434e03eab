import { type Flaw, lineAt } from '#server/text/front-matter/content-file-error.ts'
import type { Fences } from '#server/text/front-matter/front-matter.ts'
import { type Data, isMapping } from '#server/text/front-matter/read-yaml.ts'
import { editDistance } from '#server/text/scan/edit-distance.ts'
import { plainName } from './post-hiding.ts'
import { isUnknown, keysMeant, knownNames, type WrittenKeys } from './post-keys.ts'
import type { ValueNote } from './post-values.ts'

export type Place = { line: number; column: number }
/** Where the values of front matter begin, by the paths of their keys. */
type Places = ReadonlyMap<string, Place>

/** `title:`, `"title" :`, `{ title:`, `title =`. */
const KEY = /^([ \t{,]*["']?)([^\s"':={,[\]#-][^"':=]*)(?:["'][ \t]*)?[:=][ \t]*/
const TABLE = /^\[([^[\]"']+)\]/

/** Finds keys by line, because only the slower parsers know places. */
export function keyPlaces(text: string, { headStart, headEnd }: Fences): Places {
  const places = new Map<string, Place>()
  const above = lineAt(text, headStart)
  let parent = ''
  for (const [index, line] of text.slice(headStart, headEnd).split('\n').entries()) {
    const table = TABLE.exec(line)?.[1]?.trim()
    if (table !== undefined) parent = table
    const [whole, indent = '', written = ''] = KEY.exec(line) ?? []
    if (whole === undefined || table !== undefined) continue
    const key = written.trim()
    const isNested = /^[ \t]/.test(indent)
    const place = { line: above + index, column: whole.length + 1 }
    for (const name of isNested || parent !== '' ? [`${parent}.${key}`, key] : [key])
      if (!places.has(name)) places.set(name, place)
    if (!isNested && line.trimEnd().endsWith(':')) parent = key
    else if (!isNested && /:/.test(whole)) parent = ''
  }
  return places
}

/** The place of a key; that of its map, or else the first line, where it is not found. */
export const placeOf = (places: Places, name: string): Place =>
  places.get(name) ?? places.get(name.split('.')[0] ?? '') ?? { line: 1, column: 1 }

/** More warnings on one file are of no use, and finding similar keys takes time. */
const WARNINGS_MAX = 20

/** What editors should know about valid front matter: values that are not used as they are, and keys that are probably slips. */
export function postWarnings(data: Data, keys: WrittenKeys, notes: readonly ValueNote[], places: Places): Flaw[] {
  const found: ValueNote[] = [...notes]
  for (const [name, value] of Object.entries(data)) {
    if (found.length >= WARNINGS_MAX) break
    const reason = publicAnyway(name, value) ?? (isUnknown(name) ? spellingHint(name) : mistakeIn(name, value, keys))
    if (reason !== undefined) found.push({ name, reason })
  }
  return found
    .slice(0, WARNINGS_MAX)
    .map(({ name, reason, place = placeOf(places, name) }) => ({ ...place, reason: `${name}: ${reason}` }))
    .sort((a, b) => a.line - b.line)
}

/** Keys that make a post less visible elsewhere without hiding it. */
function publicAnyway(name: string, value: unknown): string | undefined {
  const key = plainName(name)
  const isSet = /^(?:true|yes|on|1)$/i.test(String(value))
  if (/^(?:is)?archived$/.test(key)) return isSet ? `has no meaning here, so lists show the post ${TO_HIDE}` : undefined
  const isForSearchEngines =
    (key === 'noindex' && isSet) ||
    (key === 'robots' && /noindex/i.test(isMapping(value) ? Object.keys(value).join() : String(value))) ||
    (key === 'sitemap' && (value === false || (isMapping(value) && value.exclude === true)))
  return isForSearchEngines ? `is not used, so search engines may list the post ${TO_HIDE}` : undefined
}
const TO_HIDE = '(write draft: true to hide it)'

/** Files may have any keys; one that is a single edit away from a known one is probably meant to be that. */
function spellingHint(name: string): string | undefined {
  const isNear = (known: string) => known.length > 2 && editDistance(name.toLowerCase(), known.toLowerCase(), 1) <= 1
  const meant = name.includes('.') ? undefined : [...knownNames].find(isNear)
  return meant && `unknown key (did you mean ${meant}?)`
}

function mistakeIn(name: string, value: unknown, keys: WrittenKeys): string | undefined {
  for (const key of keysMeant(name)) {
    const [counts, ...ignored] = keys.get(key) ?? []
    if (ignored.includes(name) && !isMapping(value) && !name.includes('.'))
      return `is ignored because ${counts} is set, too`
  }
  return undefined
}
