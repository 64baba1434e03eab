import { type Data, isMapping } from '#server/text/front-matter/read-yaml.ts'
import { readDate } from './post-dates.ts'
import { inside, otherNames, type PostKey, postKeys } from './post-fields.ts'
import { hidingNames, isMisspelledState, isUnlisted, plainName, visibilityOf } from './post-hiding.ts'

/** Zola has its own keys in `[extra]` and terms in `[taxonomies]`, Hugo its own in `params`. */
const tables = ['extra', 'taxonomies', 'params']
/** For each plain name, our keys that it means, each with its rank among the names of that key. */
const meanings = new Map<string, { key: PostKey; rank: number }[]>()
for (const key of postKeys) {
  const { names, inMaps } = otherNames(key)
  const flat = [key, ...names]
  const inTables = inside(tables, key === 'draft' ? [...flat, ...hidingNames] : flat)
  for (const [rank, name] of [...flat, ...inMaps, ...inTables].map(plainName).entries()) {
    const known = meanings.get(name) ?? []
    if (!known.some((one) => one.key === key)) meanings.set(name, [...known, { key, rank }])
  }
}
const parents = new Set(
  [...meanings.keys()].filter((name) => name.includes('.')).map((name) => name.split('.')[0] ?? ''),
)

const draftNames = new Set(
  ['draft', ...otherNames('draft').names].flatMap((name) => [name, ...inside(tables, [name])]).map(plainName),
)

/** Whether a key hides a post in the system that wrote it, without being a draft there. */
export const isHidingName = (name: string) => !draftNames.has(plainName(name))

/** The names that an unknown key may be a slip of. */
export const knownNames: ReadonlySet<string> = new Set(postKeys.flatMap((key) => [key, ...otherNames(key).names]))

/** Our keys that a key of a file can mean. */
export const keysMeant = (name: string): PostKey[] => (meanings.get(plainName(name)) ?? []).map(({ key }) => key)

/** Keys of other programs without a meaning here: preserved without a warning. */
const SILENT = new Set(
  (
    'noindex robots ' +
    'layout permalink slug url path id uuid comment_id type kind weight order featured pin pinned sticky toc math katex mermaid ' +
    'comments series keywords primary_tag primary_author sitemap seo menu ' +
    'linktitle subtitle cascade outputs translationkey iscjklanguage markup resources build params rating extra taxonomies ' +
    'og_title og_description og_image twitter_title twitter_description twitter_image codeinjection_head codeinjection_foot ' +
    'custom_template email_only newsletter_id reading_time readingtime hidetoc showtoc updates dates page image_url ' +
    'timezone hideeditpost disqus lightgallery license photos process header taxonomy template theme source'
  )
    .split(' ')
    .map(plainName),
)

/** Whether no known program uses this key. */
export const isUnknown = (name: string) => !meanings.has(plainName(name)) && !SILENT.has(plainName(name))

/** The front matter with the keys of its maps under their paths: `extra.author`. */
export function withPaths(data: Data): Data {
  const flat: Record<string, unknown> = Object.create(null)
  for (const [key, value] of Object.entries(data)) {
    flat[key] = value
    if (!parents.has(plainName(key)) || !isMapping(value)) continue
    for (const [part, one] of Object.entries(value)) flat[`${key}.${part}`] = one
  }
  return flat
}

/** Our key → the keys of the file that mean it, the one that is read first. */
export type WrittenKeys = ReadonlyMap<PostKey, readonly string[]>

/** The keys of front matter `withPaths`. In a text with a teaser's mark, a description is not the summary. */
export function writtenKeys(data: Data, hasTeaser: () => boolean): WrittenKeys {
  const found = new Map<PostKey, { name: string; rank: number }[]>()
  for (const [name, value] of Object.entries(data))
    for (const { key, rank } of meanings.get(plainName(name)) ?? misspelledMeanings(name, value))
      if (means(key, plainName(name), value)) found.set(key, [...(found.get(key) ?? []), { name, rank }])
  const unlisted = isUnlisted(data) ? found.get('draft')?.filter(({ name }) => plainName(name) !== 'listed') : undefined
  if (unlisted) found.set('draft', unlisted)
  const keys = new Map<PostKey, string[]>()
  for (const [key, names] of found)
    keys.set(
      key,
      names.sort((a, b) => a.rank - b.rank).map(({ name }) => name),
    )
  moveFirst(keys, 'draft', (name) => hides(name, data[name]))
  moveFirst(keys, 'date', (name) => dateOf(data[name]) !== undefined)
  const [own = ''] = keys.get('date') ?? []
  moveFirst(keys, 'date', (name) => /pub/i.test(name) && isLater(data[name], data[own]))
  const [summary = ''] = keys.get('summary') ?? []
  if (/(?:^|\.)description$/i.test(summary) && hasTeaser()) {
    keys.delete('summary')
    if (!keys.has('seo_description')) keys.set('seo_description', [summary])
  }
  return keys
}

function moveFirst(keys: Map<PostKey, string[]>, key: PostKey, isFirst: (name: string) => boolean): void {
  const names = keys.get(key)
  if (names && names.length > 1) keys.set(key, [...names.filter(isFirst), ...names.filter((name) => !isFirst(name))])
}

const isSet = (value: unknown) => value !== null && value !== undefined && value !== ''
const hides = (name: string, value: unknown) => visibilityOf(name, value) !== 'public'

/** Hugo publishes at `publishDate`, and shows `date` from then on, other systems have other names for it: an earlier date must not make a post public. */
const isLater = (a: unknown, b: unknown) => {
  const [planned, dated] = [dateOf(a), dateOf(b)]
  return planned !== undefined && dated !== undefined && planned > dated && Date.parse(planned) > Date.now()
}

const dateOf = (value: unknown) => (typeof value === 'string' ? readDate(value)?.iso : undefined)

/** An unknown key may be a misspelling of one that hides the post: that must not make it public. */
const misspelledMeanings = (name: string, value: unknown) =>
  isUnknown(name) && isMisspelledState(name, value) ? [{ key: 'draft' as const, rank: 0 }] : []

/** `published` is a state in Jekyll and a date elsewhere. Keys that may hide a post count only where they do. */
function means(key: PostKey, name: string, value: unknown): boolean {
  if (name === 'published') return (key === 'date') === (typeof value === 'string' && readDate(value) !== undefined)
  if (key === 'draft' && isHidingName(name)) return isSet(value) && hides(name, value)
  if (key === 'draft' && name !== 'draft') return isSet(value)
  return !isMapping(value) || key === 'tags' || (key === 'author' && !('name' in value))
}
