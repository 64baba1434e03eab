import { isId } from '#contract/paths.ts'
import { splitNames } from '#contract/post-form.ts'
import { isSafePath } from '#server/storage/files.ts'
import type { PostFields } from './post-fields.ts'

export type PostKey = keyof PostFields

/**
 * Our keys, and their names in Jekyll, Hugo, Astro, Ghost and Grav. Of several in one file, ours is read, or else the first
 * of these.
 */
export const otherNames: Readonly<Record<PostKey, readonly string[]>> = {
  title: [],
  summary: ['excerpt', 'description', 'custom_excerpt'],
  category: ['categories'],
  tags: [],
  image: ['feature_image', 'featured_image', 'heroImage', 'cover', 'coverImage', 'thumbnail', 'ogImage', 'images'],
  image_alt: ['feature_image_alt', 'featured_image_alt', 'heroImageAlt', 'cover_alt', 'coverAlt', 'imageAlt'],
  date: ['publishDate', 'pubDate', 'pubDatetime', 'published', 'published_at', 'publish_date'],
  updated: [
    ...['lastmod', 'modified', 'updateDate', 'updatedDate', 'modDatetime', 'updated_at', 'lastUpdated'],
    'last_modified_at',
  ],
  draft: ['published', 'status'],
  expires: ['expiryDate', 'unpublishdate', 'unpublishDate', 'unpublish_date'],
  aliases: ['redirect_from'],
  author: ['authors'],
}

export const postKeys = Object.keys(otherNames) as readonly PostKey[]

/** Keys of other programs without a meaning here: preserved without a warning. */
const SILENT = new Set(
  (
    'canonical canonical_url canonicalURL canonicalUrl meta_title meta_description metaTitle metaDescription noindex robots ' +
    'layout permalink slug url id uuid comment_id type kind weight order featured pin pinned sticky toc math mermaid comments ' +
    'series keywords lang language locale visibility created_at created primary_tag primary_author sitemap seo menu ' +
    'linkTitle subtitle cascade outputs translationKey isCJKLanguage markup resources headless build params hidden rating ' +
    'og_title og_description og_image twitter_title twitter_description twitter_image codeinjection_head codeinjection_foot ' +
    'custom_template email_only newsletter_id feature_image_caption image_caption reading_time readingTime hideToc showToc ' +
    'timezone hideEditPost disqus lightgallery license photos password process header taxonomy template theme source'
  ).split(' '),
)

const KNOWN = new Set(postKeys.flatMap((key) => [key, ...otherNames[key]]))

/** Whether no known program uses this key. */
export const isUnknown = (name: string) => !KNOWN.has(name) && !SILENT.has(name)

export const knownNames: Iterable<string> = KNOWN

/** Front matter as it was parsed. */
export type Data = Readonly<Record<string, unknown>>
/** Our key → the keys of the file that mean it, the one that is read first. */
export type WrittenKeys = ReadonlyMap<PostKey, readonly string[]>

/** Maps our keys to the keys of a file. Iterates over the few keys of the file: this runs for ten thousand files at a start. */
export function writtenKeys(data: Data): WrittenKeys {
  const found = new Map<PostKey, string[]>()
  for (const name of Object.keys(data)) {
    for (const key of meaningsOf.get(name) ?? []) {
      if (!means(key, name, data[name])) continue
      const names = found.get(key)
      if (names) names.push(name)
      else found.set(key, [name])
    }
  }
  for (const [key, names] of found) if (names.length > 1) names.sort((one, other) => rank(key, one) - rank(key, other))
  return found
}

const rank = (key: PostKey, name: string) => (name === key ? -1 : otherNames[key].indexOf(name))

/** A name → our keys that it may mean. */
const meaningsOf = new Map<string, PostKey[]>()
for (const key of postKeys) {
  for (const name of [key, ...otherNames[key]]) meaningsOf.set(name, [...(meaningsOf.get(name) ?? []), key])
}

const YES_OR_NO: readonly unknown[] = [true, false, 'true', 'false']

/** `published` is a boolean in Jekyll and a date elsewhere. Nested values, as in `cover: { image: … }`, are not read. */
function means(key: PostKey, name: string, value: unknown): boolean {
  if (name !== key && isMap(value)) return false
  if (name !== 'published') return true
  return (key === 'draft') === YES_OR_NO.includes(value)
}

export const isMap = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The front matter with our keys and values, without unknown keys. */
export function normalize(data: Data, keys: WrittenKeys): Record<string, unknown> {
  const ours: Record<string, unknown> = Object.create(null)
  for (const [key, [name = key]] of keys) ours[key] = meaning(key, name, data[name])
  return ours
}

function meaning(key: PostKey, name: string, value: unknown): unknown {
  if (name === 'published' && key === 'draft') return value === false || value === 'false'
  if (name === 'status') return drafts.get(value) ?? value
  if (key === 'aliases') return wordsOf(value)?.flatMap(asAlias) ?? value
  if (key === 'tags' && typeof value === 'string') return wordsOf(value)
  if (name === 'categories') return wordsOf(value)?.[0] ?? value
  const first = Array.isArray(value) && FIRST_OF_LIST.includes(key) ? (value[0] ?? null) : value
  return key === 'image' && name !== key && !isPicturePath(first) ? null : first
}

const FIRST_OF_LIST: readonly PostKey[] = ['image', 'author']
const drafts = new Map<unknown, boolean>([
  ['draft', true],
  ['published', false],
  ['scheduled', false],
])

/** The items of a list, or of words separated by commas or, as in Jekyll, by spaces only. */
export function wordsOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return undefined
  return value.includes(',') ? splitNames(value) : value.split(/\s+/).filter((word) => word !== '')
}

/** Other programs store whole paths: those of the blog become ids, other paths are dropped. */
export function asAlias(alias: unknown): unknown[] {
  if (typeof alias !== 'string' || !alias.includes('/')) return [alias]
  const id = /^\/?(?:(?:blog|posts?)\/)?([^/]+)\/?$/.exec(alias)?.[1]?.replace(/\.html?$/, '')
  return isId(id) ? [id] : []
}

/** Whether an image is under storage/public or co-located. Other programs store images elsewhere, too. */
export const isPicturePath = (value: unknown) =>
  typeof value !== 'string' || value === '' || isSafePath(value.replace(/^\.\/|^\/storage\//, ''))

/** New values under the keys that the file uses: a post with `lastmod` keeps `lastmod`, and gets no `updated` in addition. */
export function denormalize(changed: ReadonlyMap<string, unknown>, data: Data, keys: WrittenKeys) {
  const entries = [...changed].map(([key, value]): [string, unknown] => {
    const names = keys.get(key as PostKey) ?? [key]
    const [name = key] = names
    const written = valueThere(name, value, data[name])
    // If it were removed, the next key with the same meaning would be read.
    return [name, written === undefined && names.length > 1 ? '' : written]
  })
  return new Map(entries)
}

function valueThere(name: string, value: unknown, before: unknown): unknown {
  if (name === 'published' && typeof value === 'boolean') return !value
  if (name === 'status') return value ? 'draft' : 'published'
  if (value === undefined) return undefined
  if (name === 'aliases' || name === 'redirect_from') return aliasesThere(value, before)
  const list = name === 'categories' ? wordsOf(before) : before
  return Array.isArray(list) && !Array.isArray(value) ? [value, ...list.slice(1)] : value
}

/** Paths that mean an id stay as they are written; other paths stay in their place. */
function aliasesThere(value: unknown, before: unknown): unknown {
  const wanted: unknown[] = Array.isArray(value) ? value : []
  const old = wordsOf(before) ?? []
  const there = wanted.map((id) => old.find((one) => asAlias(one)[0] === id) ?? id)
  for (const [at, one] of old.entries()) {
    const above = there.indexOf(old[at - 1])
    if (asAlias(one).length === 0) there.splice(above === -1 ? at : above + 1, 0, one)
  }
  return there
}
