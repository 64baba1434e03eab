import * as v from 'valibot'
import {
  AUTHOR_NAME_MAX_CHARACTERS,
  SUMMARY_MAX_CHARACTERS,
  TAGS_PER_POST_MAX,
  TITLE_MAX_CHARACTERS,
} from '#contract/limits.ts'
import { type ExtraField, extraFields, extraLimits, isCanonical, isFocus } from '#contract/post-extras.ts'
import { splitNames } from '#contract/post-form.ts'
import { isId } from '#contract/validate.ts'
import { type Data, isMapping } from '#server/lib/read-yaml.ts'
import { toPlainText } from '#server/lib/to-plain-text.ts'
import { isSafePath } from '#server/storage/files.ts'

const longest = (max: number) => v.maxLength<string, number, string>(max, `must be at most ${max} characters long`)

const text = (max: number) => v.pipe(v.optional(v.nullable(v.string('must be text'), ''), ''), longest(max))
const line = (max: number) =>
  v.pipe(
    text(max),
    v.trim(),
    v.check((one) => !/[\r\n]/.test(one), 'must be one line'),
  )
const orNull = v.transform((one: string) => (one === '' ? null : one))

const date = v.pipe(
  text(60),
  v.check(
    (one) => one === '' || isoDate(one) !== undefined,
    ({ input }) => `${JSON.stringify(input)} is not a date (write 2023-04-19)`,
  ),
  v.transform((one) => isoDate(one) ?? null),
)

/** A list, or words separated by commas. */
const words = v.pipe(
  v.optional(v.nullable(v.union([v.array(v.string('must be text')), v.string()], 'must be a list'), []), []),
  v.transform((list) => [...new Set(typeof list === 'string' ? splitNames(list) : list)]),
  v.maxLength(TAGS_PER_POST_MAX, `must be at most ${TAGS_PER_POST_MAX}`),
  v.everyItem((one) => one.length <= 200, 'must be ids'),
)

/** The path under storage/public, as the file may spell it with that folder. */
export const withoutStorage = (path: string) => path.replace(/^\.\/|^\/?storage\/(?:public\/)?/, '')

/** The front matter of a post, in the order of new files. Categories and tags may not exist. Editors show the descriptions. */
export const PostFieldsSchema = v.object({
  title: v.pipe(line(TITLE_MAX_CHARACTERS), v.nonEmpty('is missing'), v.description('Plain text on one line.')),
  summary: v.pipe(
    text(SUMMARY_MAX_CHARACTERS),
    // Browsers send line breaks as CRLF.
    v.transform((html) => html.replaceAll('\r\n', '\n')),
    v.description('Shown in lists; may be HTML.'),
  ),
  category: v.pipe(line(200), orNull, v.description('The base name of a file in content/categories.')),
  tags: v.pipe(words, v.description('Base names of files in content/tags.')),
  image: v.pipe(
    line(300),
    v.transform(withoutStorage),
    v.check((path) => path === '' || isSafePath(path), 'must be a path under storage/public'),
    orNull,
    v.description(
      'A path under storage/public, or the name of an image in the folder of the post (see `bun run picture`).',
    ),
  ),
  image_alt: v.pipe(line(300), v.description('Describes the image for people who cannot see it.')),
  image_caption: v.pipe(line(extraLimits.image_caption), v.description('Plain text shown below the image.')),
  image_focus: v.pipe(
    line(extraLimits.image_focus),
    v.check((focus) => focus === '' || isFocus(focus), 'must be two percentages (write 40% 25%)'),
    v.description('The point of the image that stays visible when it is cropped: from the left, from the top.'),
  ),
  date: v.pipe(
    date,
    v.description('Date or time of publication, such as 2023-04-19. In the future: published automatically.'),
  ),
  updated: v.pipe(date, v.description('Date or time of the last important change.')),
  draft: v.pipe(
    v.optional(
      v.nullable(
        v.union([v.boolean(), v.picklist(['true', 'false', ''])], 'must be true or false (status: draft or published)'),
        false,
      ),
      false,
    ),
    v.transform((draft) => draft === true || draft === 'true'),
    v.description('true: the post is not public yet.'),
  ),
  expires: v.pipe(date, v.description('From this date or time on, the post is no longer public.')),
  aliases: v.pipe(
    words,
    v.everyItem(isId, 'must be ids: lower-case letters, digits and hyphens'),
    v.description('Former ids of the post; their URLs redirect to it.'),
  ),
  author: v.pipe(
    line(AUTHOR_NAME_MAX_CHARACTERS),
    orNull,
    v.description('The base name of a file in content/authors, or a name.'),
  ),
  seo_title: v.pipe(line(extraLimits.seo_title), v.description('The title in search results, instead of the title.')),
  seo_description: v.pipe(
    line(extraLimits.seo_description),
    v.description('The description in search results, instead of the summary.'),
  ),
  canonical: v.pipe(
    line(extraLimits.canonical),
    v.check((url) => url === '' || isCanonical(url), 'must be a URL that begins with https://, http:// or /'),
    v.description('The URL of the original, if this post was published elsewhere before.'),
  ),
})
export type PostFields = v.InferOutput<typeof PostFieldsSchema>

/** `2023-04-19`, or with a time, with or without seconds and zone. Without a zone it is UTC. */
const DATE = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/i
/** `Jul 08 2022`, as in Astro's examples. */
const SPELLED_DAY = /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.? (\d{1,2}),? \d{4}$/
const ISO_LENGTH = '2023-04-19T00:00:00.000Z'.length

/** Parses a date; returns ISO 8601 in UTC, or `undefined` for an invalid one. 30 February would roll over to March. */
export function isoDate(written: string): string | undefined {
  const spelled = SPELLED_DAY.exec(written.trim())
  if (spelled) {
    const moment = new Date(`${spelled[0]} UTC`)
    return moment.getUTCDate() === Number(spelled[1]) ? moment.toISOString() : undefined
  }
  const [, day, time = '00:00', zone = 'Z'] = DATE.exec(written.trim().replace(' ', 'T')) ?? []
  if (!day || !new Date(day).toJSON()?.startsWith(day)) return undefined
  const offset = /\d/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}` : 'Z'
  const iso = new Date(`${day}T${time}${offset}`).toJSON()
  return iso?.length === ISO_LENGTH ? iso : undefined
}

/** The shortest form of a date that `isoDate` parses back. */
export const shortDate = (iso: string) => iso.replace(/T00:00:00\.000Z$/, '').replace(/\.000Z$/, 'Z')

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
  image_caption: ['feature_image_caption', 'featured_image_caption', 'imageCaption'],
  image_focus: [],
  date: ['publishDate', 'pubDate', 'pubDatetime', 'published', 'published_at', 'publish_date'],
  updated: [
    ...['lastmod', 'modified', 'updateDate', 'updatedDate', 'modDatetime', 'updated_at', 'lastUpdated'],
    'last_modified_at',
  ],
  draft: ['published', 'status'],
  expires: ['expiryDate', 'unpublishdate', 'unpublishDate', 'unpublish_date'],
  aliases: ['redirect_from'],
  author: ['authors'],
  seo_title: ['meta_title', 'metaTitle'],
  seo_description: ['meta_description', 'metaDescription'],
  canonical: ['canonical_url', 'canonicalURL', 'canonicalUrl'],
}

export const postKeys = Object.keys(otherNames) as readonly PostKey[]

/** Keys of other programs without a meaning here: preserved without a warning. */
const SILENT = new Set(
  (
    'noindex robots ' +
    'layout permalink slug url path id uuid comment_id type kind weight order featured pin pinned sticky toc math mermaid comments ' +
    'series keywords lang language locale visibility created_at created primary_tag primary_author sitemap seo menu ' +
    'linkTitle subtitle cascade outputs translationKey isCJKLanguage markup resources headless build params hidden rating ' +
    'og_title og_description og_image twitter_title twitter_description twitter_image codeinjection_head codeinjection_foot ' +
    'custom_template email_only newsletter_id reading_time readingTime hideToc showToc ' +
    'timezone hideEditPost disqus lightgallery license photos password process header taxonomy template theme source'
  ).split(' '),
)

/** Our keys that a key of a file can mean, and for each of our keys the names in the order in which they are read. */
const namesOf = postKeys.map((key) => [key, [key, ...otherNames[key]]] as const)
export const knownNames: ReadonlyMap<string, readonly PostKey[]> = new Map(
  namesOf.flatMap(([, names]) =>
    names.map((name) => [name, namesOf.flatMap(([key, names]) => (names.includes(name) ? [key] : []))] as const),
  ),
)

/** Whether no known program uses this key. */
export const isUnknown = (name: string) => !knownNames.has(name) && !SILENT.has(name)

/** Our key → the keys of the file that mean it, the one that is read first. */
export type WrittenKeys = ReadonlyMap<PostKey, readonly string[]>

export function writtenKeys(data: Data): WrittenKeys {
  const found = new Map<PostKey, readonly string[]>()
  for (const [key, all] of namesOf) {
    const names = all.filter((name) => Object.hasOwn(data, name) && means(key, name, data[name]))
    if (names.length > 0) found.set(key, names)
  }
  return found
}

const YES_OR_NO: readonly unknown[] = [true, false, 'true', 'false']

/** `published` is a boolean in Jekyll and a date elsewhere. Nested values, as in `cover: { image: … }`, are not read. */
const means = (key: PostKey, name: string, value: unknown) =>
  name === 'published' ? (key === 'draft') === YES_OR_NO.includes(value) : name === key || !isMapping(value)

/** The front matter with our keys and values, without unknown keys. */
export const normalize = (data: Data): object =>
  Object.fromEntries([...writtenKeys(data)].map(([key, [name = key]]) => [key, meaning(key, name, data[name])]))

const drafts = new Map<unknown, boolean>([
  ['draft', true],
  ['published', false],
  ['scheduled', false],
])

function meaning(key: PostKey, name: string, value: unknown): unknown {
  if (name === 'published' && key === 'draft') return value === false || value === 'false'
  if (name === 'status') return drafts.get(value) ?? value
  if (key === 'aliases') return wordsOf(value)?.flatMap(asAlias) ?? value
  if (key === 'tags' && typeof value === 'string') return wordsOf(value)
  if (name === 'categories') return wordsOf(value)?.[0] ?? value
  if (name !== key && isExtra(key)) return foreignExtra(key, value)
  if (key !== 'image' && key !== 'author') return value
  const first = firstOf(value)
  return key === 'image' && name !== key && !isPicturePath(first) ? null : first
}

const isExtra = (key: PostKey): key is ExtraField => extraFields.some((field) => field === key)

/** Other programs allow more, such as HTML in captions: what has no meaning here must not make a file invalid. */
function foreignExtra(key: ExtraField, value: unknown): string | null {
  if (typeof value !== 'string') return null
  if (key === 'canonical') return isCanonical(value.trim()) ? value : null
  const text = key === 'image_caption' ? toPlainText('html', value) : value.replace(/\s+/g, ' ')
  return text.slice(0, extraLimits[key])
}

export const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value[0] ?? null) : value)

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
  typeof value !== 'string' || value === '' || isSafePath(withoutStorage(value))

/** New values under the keys that the file uses: a post with `lastmod` keeps `lastmod`, and gets no `updated` in addition. */
export function denormalize(changed: readonly [string, unknown][], data: Data, keys: WrittenKeys) {
  return new Map(
    changed.map(([key, value]): [string, unknown] => {
      const names = keys.get(key as PostKey) ?? [key]
      const [name = key] = names
      const written = valueThere(name, value, data[name])
      // If it were removed, the next key with the same meaning would be read.
      return [name, written === undefined && names.length > 1 ? '' : written]
    }),
  )
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
function aliasesThere(value: unknown, before: unknown): unknown[] {
  const wanted: unknown[] = Array.isArray(value) ? value : []
  const old = wordsOf(before) ?? []
  const there = wanted.map((id) => old.find((one) => asAlias(one)[0] === id) ?? id)
  for (const [at, one] of old.entries()) {
    const above = there.indexOf(old[at - 1])
    if (asAlias(one).length === 0) there.splice(above === -1 ? at : above + 1, 0, one)
  }
  return there
}
