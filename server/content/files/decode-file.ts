import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { pictureOf } from '#contract/pictures.ts'
import { type Plan, PlansSchema, type PluginPrices, type Site, SiteSchema } from '#contract/site.ts'
import { keyPlaces, type Place, placeOf, postWarnings } from '#server/content/dialects/post-warnings.ts'
import type { FileHead } from '#server/storage/files.ts'
import { sniff } from '#server/storage/image-format.ts'
import { badFile, type Flaw, ifValid, placeAt, withoutMark } from '#server/text/front-matter/content-file-error.ts'
import { readYaml } from '#server/text/front-matter/read-yaml.ts'
import { referencesIn, withoutCode } from '#server/text/scan/references.ts'
import { type AuthorFile, decodeAuthor } from './author-file.ts'
import { decodeAuthorNames, isAuthorNames } from './author-names.ts'
import { checkName, fileText, idOf, isContentFile, revisionOf } from './content-files.ts'
import { oldUrlKeys, readFormerUrl } from './former-url.ts'
import { assertNoConflict } from './merge-conflict.ts'
import { decodeOldConfig, type OldConfig, oldConfigFiles } from './old-config.ts'
import { decodeLanding, decodePageTexts } from './page-file.ts'
import { type PostEntry, postEntry, readFields } from './post-file.ts'
import { imageOf, isPictureFile, isPostFolder, isSectionPage, isSiteImage, isSvg } from './post-names.ts'
import { type Hiding, hidingOf } from './section-pages.ts'
import { NameFileSchema } from './term-file.ts'

type Entry = { id: string; file: string; revision: string }
/** `aliases`: former names. A term that only posts name has no `file`. */
export type TermEntry = Entry & { name: string; description: string | null; aliases?: readonly string[] }
export type AuthorEntry = Entry & AuthorFile
/** A landing page. */
export type LandingEntry = Entry & { landing: ReturnType<typeof decodeLanding> }
/** The texts of one of the site's pages. */
export type PageTextsEntry = Entry & { texts: ReturnType<typeof decodePageTexts> }

/** A decoded content file. */
export type Decoded =
  | DecodedPost
  | { kind: 'pictures'; file: string; revision: string }
  | { kind: 'sections'; file: string; revision: string; hiding: Hiding | undefined }
  | ({ kind: 'categories' | 'tags' } & TermEntry)
  | ({ kind: 'authors' } & AuthorEntry)
  | ({ kind: 'landings' } & LandingEntry)
  | ({ kind: 'pages' } & PageTextsEntry)
  | ({ kind: 'legal'; text: string } & Entry)
  | { kind: 'author-names'; names: Readonly<Record<string, string>>; file: string; revision: string }
  | { kind: 'old-config'; config: OldConfig; file: string; revision: string }
  | { kind: 'site'; site: Site; revision: string }
  | { kind: 'plans'; plans: readonly Plan[]; pluginPrices?: PluginPrices | undefined; revision: string }

/** Decodes a content file by its path, and checks its name. Throws `ContentFileError`. */
export function decodeFile(file: string, bytes: Uint8Array): Decoded {
  if (isPictureFile(file)) return decodePicture(file, { head: bytes, size: bytes.length, changedMs: 0 })
  checkName(file)
  const revision = revisionOf(bytes)
  if (isSectionPage(file)) {
    assertNoConflict(file, ifValid(() => fileText(bytes)) ?? '')
    return { kind: 'sections', file, revision, hiding: hidingOf(bytes) }
  }
  if (oldConfigFiles.includes(file)) {
    // It belongs to another system: whatever is in it is no error of the content.
    const text = ifValid(() => fileText(bytes))
    return { kind: 'old-config', config: text === undefined ? undefined : decodeOldConfig(file, text), file, revision }
  }
  const text = fileText(bytes)
  assertNoConflict(file, text)
  if (file === 'site.yml') return { kind: 'site', site: decodeSite(text), revision }
  if (file === 'plans.yml') {
    const { plans, plugin_prices: pluginPrices } = readYaml(PlansSchema, text).output
    return { kind: 'plans', plans, pluginPrices, revision }
  }
  if (isAuthorNames(file)) return { kind: 'author-names', names: decodeAuthorNames(text), file, revision }
  if (file.startsWith('posts/')) return decodePostFile(file, text, revision)
  const entry = { id: idOf(file), file, revision }
  if (file.startsWith('legal/')) return { kind: 'legal', ...entry, text: withoutMark(text) }
  if (file.startsWith('landings/')) return { kind: 'landings', ...entry, landing: decodeLanding(entry.id, text) }
  if (file.startsWith('pages/')) return { kind: 'pages', ...entry, texts: decodePageTexts(entry.id, text) }
  if (file.startsWith('authors/')) return { kind: 'authors', ...entry, ...decodeAuthor(text) }
  const { name, description, aliases } = readYaml(NameFileSchema, text).output
  const kind = file.startsWith('tags/') ? 'tags' : 'categories'
  return { kind, ...entry, name, description: description || null, ...(aliases.length > 0 && { aliases }) }
}

export const revisionIn = (decoded: Decoded): string =>
  decoded.kind === 'posts' ? decoded.post.revision : decoded.revision

/** With a rule of old URLs for each of thousands of folders. */
export const SITE_MAX_CHARACTERS = 400_000

/** `site.yml`. Throws `ContentFileError`. */
export const decodeSite = (text: string): Site => readYaml(SiteSchema, text, SITE_MAX_CHARACTERS).output

/** A co-located image by its first bytes; it is read when it is encoded. Throws `ContentFileError`. */
export function decodePicture(file: string, { head, size, changedMs }: FileHead) {
  if (size > IMAGE_MAX_BYTES) throw badFile('this image is larger than 10 MB')
  // A drawing is read when it is encoded.
  if (!isSvg(file) && !sniff(head)) throw badFile('this is not a JPEG, PNG, WebP or GIF image, whatever its name is')
  return { kind: 'pictures', file, revision: revisionOf(`${size} ${changedMs}`) } as const
}

/** Whether a content file with these bytes would be valid. `file` is its path inside the content folder. */
export const isReadable = (file: string, bytes: Uint8Array): boolean =>
  !isContentFile(file) || ifValid(() => decodeFile(file, bytes)) !== undefined

/** A post, and the warnings about its file. */
export type DecodedPost = {
  kind: 'posts'
  post: PostEntry
  /** Where the values of the keys are that problems refer to. */
  places: Record<'category' | 'tags' | 'aliases' | 'oldUrl', Place>
  warnings: readonly Flaw[]
  /** The co-located images that it shows. */
  references: readonly ImageReference[]
}

/** A file of `posts/`. Throws `ContentFileError`. */
export function decodePostFile(file: string, text: string, revision: string): DecodedPost {
  const read = readFields(text, file)
  const { data, keys, notes, fences } = read
  const decoded = postEntry(file, read, revision)
  const written = data[keys.get('date')?.[0] ?? '']
  const { former, warnings } = readFormerUrl(data, { written, read: decoded.date })
  const entry = former ? { ...decoded, former } : decoded
  const places = keyPlaces(text, fences)
  const placeOfKey = (key: 'category' | 'tags' | 'aliases') => placeOf(places, keys.get(key)?.[0] ?? '')
  const references = colocatedImages(text, fences.bodyStart, entry)
  return {
    kind: 'posts',
    post: references.length > 0 ? { ...entry, beside: references.map(({ image }) => image) } : entry,
    places: {
      category: placeOfKey('category'),
      tags: placeOfKey('tags'),
      aliases: placeOfKey('aliases'),
      oldUrl: placeOf(places, oldUrlKeys.find((key) => places.has(key)) ?? ''),
    },
    warnings: [
      ...postWarnings(data, keys, notes, places),
      ...warnings.map(({ key, reason }) => ({ ...placeOf(places, key), reason: `${key}: ${reason}` })),
    ],
    references,
  }
}

/**
 * A co-located image that a post shows: its path inside the content folder, how the text names it, and the place of its first
 * use. `isCertain`: the name can mean nothing else.
 */
type ImageReference = Place & { image: string; name: string; isCertain: boolean }

/** The co-located images that a post uses in `image:` and in its body, each once. `image:` may also be a stored image. */
function colocatedImages(text: string, bodyStart: number, { file, image, format }: PostEntry): ImageReference[] {
  const bare = withoutCode(text.slice(bodyStart), format)
  const pictures = referencesIn(bare, format).filter(({ kind }) => kind === 'picture')
  const named = pictures.map(({ to, index }) => ({ to, index: index + bodyStart, isCertain: !isSiteImage(to) }))
  if (image !== null && pictureOf(image, '').widths.length === 0)
    named.push({ to: image, index: text.indexOf(image), isCertain: isPostFolder(file) && !image.includes('/') })
  const found = new Map<string, ImageReference>()
  for (const { to, index, isCertain } of named.toSorted((a, b) => a.index - b.index)) {
    const path = imageOf(file, to)
    if (path === undefined) continue
    const known = found.get(path)
    if (known) known.isCertain ||= isCertain
    else found.set(path, { ...placeAt(text, index), image: path, name: to.replace(/^\.\//, ''), isCertain })
  }
  return [...found.values()]
}
