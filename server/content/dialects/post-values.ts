import { cutText } from '#contract/cut-text.ts'
import {
  AUTHOR_NAME_MAX_CHARACTERS,
  SUMMARY_MAX_CHARACTERS,
  TAGS_READ_MAX,
  TITLE_MAX_CHARACTERS,
} from '#contract/limits.ts'
import { extraLimits, isCanonical, isFocus } from '#contract/post-extras.ts'
import { splitNames } from '#contract/post-form.ts'
import { isId } from '#contract/validate.ts'
import { type Data, isMapping } from '#server/text/front-matter/read-yaml.ts'
import { hasEmail } from '#server/text/scan/has-email.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import { isRemoteImage, whyUnshown } from '#server/text/scan/unshown-image.ts'
import { readDate } from './post-dates.ts'
import { isPicturePath, languageTag, type PostFields, type PostKey, postKeys, withoutStorage } from './post-fields.ts'
import { isHidingTag, isUnlisted, plainName, visibilityOf } from './post-hiding.ts'
import { isHidingName, type WrittenKeys } from './post-keys.ts'
import { termId } from './term-ids.ts'

/** Tells editors of a value that is not used as it is. */
export type Note = (reason: string) => void
/** Reads the value of a key with this name. Never throws: whatever cannot be used is noted, and left out. */
type Reader<Value> = (value: unknown, name: string, note: Note) => Value

const TERM_MAX_CHARACTERS = 200
const SHOWN_CHARACTERS = 60

/** The value as a message quotes it; one that refers to itself cannot be written. */
function quoted(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'this list' : 'this map'
  const text = JSON.stringify(value) ?? ''
  return text.length > SHOWN_CHARACTERS ? `${cutText(text, SHOWN_CHARACTERS)}…` : text
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean', 'bigint'].includes(typeof value)

/** The text that a value stands for: that of the first item of a list, the name in a map. */
function textOf(value: unknown): string | undefined {
  const one: unknown = Array.isArray(value) ? value[0] : value
  if (isScalar(one)) return String(one)
  if (!isMapping(one)) return undefined
  const named = [one.name, one.title, one.label, one.src, one.url, one.path, one.id, one.key].find(isScalar)
  return named === undefined ? undefined : String(named)
}

/** The texts in a list, one level of lists inside included; of a map, its texts, or else the names in it or its keys. */
function textsOf(value: unknown): string[] {
  const items = Array.isArray(value)
    ? value.slice(0, TAGS_READ_MAX).flat()
    : isMapping(value)
      ? textsOfMap(value)
      : [value]
  return items.slice(0, TAGS_READ_MAX).flatMap((one) => textOf(one)?.trim() || [])
}

function textsOfMap(value: Data): unknown[] {
  const texts = Object.values(value).filter((one) => typeof one === 'string')
  return texts.length > 0 ? texts : Object.entries(value).map(([key, one]) => (isMapping(one) && one.name) || key)
}

/** The items of a list, or of words separated by commas or, as in Jekyll, by spaces only. */
export function wordsOf(value: unknown): string[] {
  if (typeof value !== 'string') return value === null || value === undefined ? [] : textsOf(value)
  const words = value.includes(',') ? splitNames(value) : value.split(/\s+/).filter((word) => word !== '')
  return words.slice(0, TAGS_READ_MAX)
}

const isNothing = (value: unknown) => value === null || value === undefined || value === ''

function limited(text: string, max: number, note: Note): string {
  if (text.length <= max) return text
  note(`is longer than ${max.toLocaleString('en')} characters, so the rest is not used`)
  return cutText(text, max).trimEnd()
}

const onOneLine = (text: string) =>
  text
    .split(/[\r\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ')

/** Forms accept no tabs. */
const withoutTabs = (text: string) => text.replace(/\t+/g, ' ').trim()

/** Text on one line. */
const line =
  (max: number): Reader<string> =>
  (value, _, note) => {
    if (isNothing(value) || typeof value === 'boolean') return ''
    const text = textOf(value)
    if (text === undefined) note(`${quoted(value)} is no text, so it is not used`)
    return limited(onOneLine(text ?? ''), max, note)
  }

/** The same, where other programs allow HTML or Markdown. */
const plainLine =
  (key: PostKey, max: number): Reader<string> =>
  (value, name, note) =>
    withoutTabs(line(max)(typeof value === 'string' && name !== key ? toPlainText('md', value) : value, name, note))

const summary: Reader<string> = (value, _, note) => {
  if (isNothing(value) || typeof value === 'boolean') return ''
  const text = Array.isArray(value) ? textsOf(value).join(' ') : textOf(value)
  if (text === undefined) note(`${quoted(value)} is no text, so it is not used`)
  // Browsers send line breaks as CRLF.
  return limited((text ?? '').replaceAll('\r\n', '\n'), SUMMARY_MAX_CHARACTERS, note)
}

const date: Reader<string | null> = (value, _, note) => {
  if (isNothing(value)) return null
  const read = isScalar(value) ? readDate(String(value)) : undefined
  if (read?.note) note(read.note)
  if (!read) note(`${quoted(value)} is not a date, so it is not used (write 2023-04-19)`)
  return read?.iso ?? null
}

const focus: Reader<string> = (value, _, note) => {
  const text = textOf(value)?.trim() ?? ''
  if (text === '' || isFocus(text)) return text
  note(`${quoted(value)} is not used (write two percentages: 40% 25%)`)
  return ''
}

const lang: Reader<string> = (value, _, note) => {
  const text = textOf(value)?.trim() ?? ''
  if (text === '' || typeof value === 'boolean') return ''
  const tag = languageTag(text)
  if (tag === undefined) note(`${quoted(value)} is no language, so it is not used (write ar or pt-BR)`)
  return tag ?? ''
}

const canonical: Reader<string> = (value, _, note) => {
  const text = textOf(value)?.trim() ?? ''
  if (text === '' || typeof value === 'boolean' || (isCanonical(text) && text.length <= extraLimits.canonical))
    return typeof value === 'boolean' ? '' : text
  note(`${quoted(value)} is not used (write a URL that begins with https://, http:// or /)`)
  return ''
}

const image: Reader<string | null> = (value, _, note) => {
  const text = textOf(value)?.trim()
  if (text === undefined && isMapping(value)) note(`${quoted(value)} names no image, so it is not used`)
  if (!text || typeof value === 'boolean') return null
  const path = withoutStorage(text)
  const why = whyUnshown(isRemoteImage(text) ? text : path)
  if (why) note(why)
  else if (isPicturePath(text)) return path
  else note(`is not shown: images must be below content/posts or under storage/public`)
  return null
}

/** All authors of the post, by their ids or names. */
const author: Reader<string | null> = (value, _, note) => {
  if (isNothing(value) || typeof value === 'boolean') return null
  const names = textsOf(value).map((one) => withoutAddress(onOneLine(one)))
  if (names.length === 0) note(`${quoted(value)} names no author, so it is not used`)
  if (names.some(hasEmail)) note('contains an e-mail address, so it is not shown')
  return limited(withoutTabs(names.join(', ')), AUTHOR_NAME_MAX_CHARACTERS, note) || null
}

/** `ann@bakery.example (Ann)`, `Ann <ann@bakery.example>` */
const withoutAddress = (name: string) =>
  name.replace(/^[^\s@]+@\S+ \(([^()]+)\)$/, '$1').replace(/^([^<>]*[^<>\s]) ?<[^<>]*@[^<>]*>$/, '$1')

const namesIn = (value: unknown, note: Note) =>
  (isMapping(value) || typeof value !== 'string' ? textsOf(value) : [value.trim()])
    .filter((name) => name !== '')
    .map((name) => limited(name, TERM_MAX_CHARACTERS, note))

/** The names of terms as they are written. */
export function termNames(key: 'category' | 'tags', value: unknown, name: string, note: Note = () => {}): string[] {
  if (isNothing(value) || typeof value === 'boolean') return []
  const isList = key === 'tags' || /categories$/i.test(name)
  return isList && typeof value === 'string' ? wordsOf(value) : namesIn(value, note)
}

const category: Reader<string | null> = (value, name, note) => {
  const [first, ...others] = termNames('category', value, name, note)
  if (others.length > 0) note(`a post has one category here: ${quoted(first)} is used, and the others are tags`)
  return first === undefined ? null : termId(first)
}

/** The ids of all categories, each once. All but the first are tags here. */
export function categoriesIn(data: Data, keys: WrittenKeys): string[] {
  const [name = ''] = keys.get('category') ?? []
  return [...new Set(termNames('category', data[name], name).map(termId))]
}

const tags: Reader<string[]> = (value, name, note) => [...new Set(termNames('tags', value, name, note).map(termId))]

const aliases: Reader<string[]> = (value) => [...new Set(wordsOf(value).flatMap(asAlias))]

/** Other programs store whole paths: those of the blog become ids, other paths are no ids. */
export function asAlias(alias: string): string[] {
  const [, id = alias] = /^\/?(?:(?:blog|posts?)\/)?([^/]+)\/?$/.exec(alias) ?? []
  const bare = alias.includes('/') ? id.replace(/\.html?$/, '') : alias
  return isId(bare) ? [bare] : []
}

const draft: Reader<boolean> = (value, name, note) => {
  const visibility = visibilityOf(name, value)
  if (visibility === 'unclear') note(`${quoted(value)} is not understood, so the post is a draft`)
  else if (visibility === 'hidden' && isHidingName(name))
    note(`hides the post, so it is a draft${plainName(name) === 'listed' ? TO_UNLIST : ''}`)
  return visibility !== 'public'
}

const TO_UNLIST = ' (write draft: false, too, to have it at its URL and in no list)'

const readers: { [Key in PostKey]: Reader<PostFields[Key]> } = {
  title: line(TITLE_MAX_CHARACTERS),
  summary,
  category,
  tags,
  image,
  image_alt: line(300),
  image_caption: plainLine('image_caption', extraLimits.image_caption),
  image_focus: focus,
  date,
  updated: date,
  draft,
  expires: date,
  aliases,
  author,
  lang,
  seo_title: plainLine('seo_title', extraLimits.seo_title),
  seo_description: plainLine('seo_description', extraLimits.seo_description),
  canonical,
}

/** A value that is not used as it is, and the key of the file that has it; `place`: where, if that is not its first one. */
export type ValueNote = { name: string; reason: string; place?: { line: number; column: number } }

/** The fields of front matter `withPaths`, and what editors should know about its values. */
export function readValues(
  data: Data,
  keys: WrittenKeys,
  isInDraftsFolder = false,
): { fields: PostFields; notes: ValueNote[] } {
  const notes: ValueNote[] = []
  const read = (key: PostKey) => {
    const name = keys.get(key)?.[0] ?? key
    return readers[key](data[name], name, (reason) => notes.push({ name, reason }))
  }
  const fields = Object.fromEntries(postKeys.map((key) => [key, read(key)])) as PostFields
  const why = keys.has('draft') ? undefined : whyDraft(fields, keys, isInDraftsFolder)
  if (why) {
    fields.draft = true
    notes.push(why)
  }
  if (isUnlisted(data) && !fields.draft)
    notes.push({ name: 'listed', reason: 'the post is at its URL, and in no list, feed, search or sitemap' })
  // A category that is called like a tag that hides posts has never hidden one.
  fields.tags = [...new Set([...fields.tags, ...categoriesIn(data, keys).slice(1)])]
  const [expiry = ''] = keys.get('expires') ?? []
  if (fields.expires !== null || isNothing(data[expiry]) || fields.draft) return { fields, notes }
  notes.push({ name: expiry, reason: 'the post is a draft, because it is not clear until when it is public' })
  return { fields: { ...fields, draft: true }, notes }
}

/** Why a post that says nothing about its state is a draft. */
function whyDraft({ tags }: PostFields, keys: WrittenKeys, isInDraftsFolder: boolean): ValueNote | undefined {
  if (isInDraftsFolder) return { name: 'draft', reason: `the folder is for drafts, so the post is one ${TO_PUBLISH}` }
  const tag = tags.find(isHidingTag)
  const [name = 'tags'] = keys.get('tags') ?? []
  return tag === undefined ? undefined : { name, reason: `"${tag}" hides the post, so it is a draft ${TO_PUBLISH}` }
}
const TO_PUBLISH = '(write draft: false to publish it)'
