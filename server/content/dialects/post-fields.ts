import * as v from 'valibot'
import { AUTHOR_NAME_MAX_CHARACTERS, SUMMARY_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from '#contract/limits.ts'
import { extraLimits, isCanonical, isFocus } from '#contract/post-extras.ts'
import { splitNames } from '#contract/post-form.ts'
import { isId } from '#contract/validate.ts'
import { isSafePath } from '#server/storage/files.ts'
import { readDate } from './post-dates.ts'
import { hidingNames } from './post-hiding.ts'

const longest = (max: number) => v.maxLength<string, number, string>(max, `must be at most ${max} characters long`)

const text = (max: number) => v.pipe(v.optional(v.nullable(v.string('must be text'), ''), ''), longest(max))
const line = (max: number) =>
  v.pipe(
    text(max),
    v.trim(),
    v.check((one) => !/[\r\n]/.test(one), 'must be one line'),
  )
const orNull = v.transform((one: string) => (one === '' ? null : one))

/** A tag with a script, a region and variants has fewer. */
const LANG_MAX_CHARACTERS = 60

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
  v.everyItem((one) => one.length <= 200, 'must be ids'),
)

/** The path under storage/public, as the file may spell it with that folder. */
export const withoutStorage = (path: string) => path.replace(/^\.\/|^\/?storage\/(?:public\/)?/, '')

const IMAGE = /\.(?:jpe?g|png|webp|gif|svg)$/i

/** Whether an image is under storage/public, co-located, or named by its path on the old site. Other programs store images elsewhere, too. */
export const isPicturePath = (path: string) =>
  isSafePath(withoutStorage(path)) || (IMAGE.test(path) && isSafePath(path.replace(/^\/|^(?:\.\.\/)+/, '')))

/** Keys of an image whose value may be a map: `cover: { image: x.webp, alt: A crate }`. */
const pictureKeys = (
  'image feature_image featured_image featuredImage heroImage cover coverImage cover_image ' +
  'thumbnail ogImage banner images cover-img thumbnail-img header-img featuredImg img'
).split(' ')
/** The paths of these parts in each of these maps. */
export const inside = (names: readonly string[], parts: readonly string[]) =>
  names.flatMap((name) => parts.map((part) => `${name}.${part}`))

type Names = { names: readonly string[]; inMaps: readonly string[] }

/**
 * The names of a field in Jekyll, Hugo, Astro, Ghost, Docusaurus, Eleventy, Zola and Grav; `inMaps`: those of values in maps. Of several
 * in one file, ours is read, or else the first of these. Capitals do not count, as in Hugo.
 */
const alsoNamed = <Input>(names: readonly string[], inMaps: readonly string[] = []): v.MetadataAction<Input, Names> =>
  v.metadata({ names, inMaps })

/**
 * The front matter of a post as this site writes it, in the order of new files. Files may hold what other programs write
 * (see `readValues`). Categories and tags may not exist. Editors show the descriptions.
 */
export const PostFieldsSchema = v.object({
  title: v.pipe(line(TITLE_MAX_CHARACTERS), v.nonEmpty('is missing'), v.description('Plain text on one line.')),
  summary: v.pipe(
    text(SUMMARY_MAX_CHARACTERS),
    // Browsers send line breaks as CRLF.
    v.transform((html) => html.replaceAll('\r\n', '\n')),
    v.description('Shown in lists; may be HTML.'),
    alsoNamed(['excerpt', 'custom_excerpt', 'teaser', 'abstract', 'snippet', 'spoiler', 'lead', 'description']),
  ),
  category: v.pipe(
    line(200),
    orNull,
    v.description('The base name of a file in content/categories.'),
    alsoNamed(['categories']),
  ),
  tags: v.pipe(words, v.description('Base names of files in content/tags.'), alsoNamed(['tag'])),
  image: v.pipe(
    line(300),
    v.transform(withoutStorage),
    v.check((path) => path === '' || isPicturePath(path), 'must be a path under storage/public'),
    orNull,
    v.description(
      'A path under storage/public, or that of an image from the file of the post (see `bun run picture`).',
    ),
    alsoNamed(pictureKeys.slice(1), [
      ...inside(pictureKeys, ['src', 'url', 'path', 'image', 'feature', 'file']),
      ...['header.image', 'header.teaser', 'header.overlay_image'],
    ]),
  ),
  image_alt: v.pipe(
    line(300),
    v.description('Describes the image for people who cannot see it.'),
    alsoNamed(
      ['feature_image_alt', 'featured_image_alt', 'heroImageAlt', 'cover_alt', 'coverAlt', 'imageAlt'],
      inside(pictureKeys, ['alt']),
    ),
  ),
  image_caption: v.pipe(
    line(extraLimits.image_caption),
    v.description('Plain text shown below the image.'),
    alsoNamed(['feature_image_caption', 'featured_image_caption', 'imageCaption'], inside(pictureKeys, ['caption'])),
  ),
  image_focus: v.pipe(
    line(extraLimits.image_focus),
    v.check((focus) => focus === '' || isFocus(focus), 'must be two percentages (write 40% 25%)'),
    v.description('The point of the image that stays visible when it is cropped: from the left, from the top.'),
  ),
  date: v.pipe(
    date,
    v.description('Date or time of publication, such as 2023-04-19. In the future: published automatically.'),
    alsoNamed(
      (
        'publishDate pubDate pubDatetime published published_at publish_date publishedAt ' +
        'publishedOn publishedDate published_date published_on datePublished date_published ' +
        'publicationDate postDate posted created created_at createdAt createDate dateCreated ' +
        'date_created'
      ).split(' '),
    ),
  ),
  updated: v.pipe(
    date,
    v.description('Date or time of the last important change.'),
    alsoNamed(
      (
        'lastmod modified updateDate updatedDate modDatetime updated_at lastUpdated ' +
        'last_modified_at updatedAt updatedOn updated_date last_updated modifiedAt modified_date ' +
        'dateModified date_modified'
      ).split(' '),
      ['last_update.date'],
    ),
  ),
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
    alsoNamed(['isDraft', 'is_draft', 'published', 'publish', 'is_published', 'isPublished', 'status'], hidingNames),
  ),
  expires: v.pipe(
    date,
    v.description('From this date or time on, the post is no longer public.'),
    alsoNamed(
      (
        'expiryDate unpublishdate unpublish_date expire expiry expiration expirationDate ' +
        'expires_at expires_on expire_date'
      ).split(' '),
    ),
  ),
  aliases: v.pipe(
    words,
    v.everyItem(isId, 'must be ids: lower-case letters, digits and hyphens'),
    v.description('Former ids of the post; their URLs redirect to it.'),
    alsoNamed(['redirect_from', 'alias']),
  ),
  author: v.pipe(
    line(AUTHOR_NAME_MAX_CHARACTERS),
    orNull,
    v.description('The base name of a file in content/authors, or a name.'),
    alsoNamed(['authors', 'author_name', 'byline', 'by'], ['author.name', 'authors.name']),
  ),
  lang: v.pipe(
    line(LANG_MAX_CHARACTERS),
    v.check((tag) => tag === '' || languageTag(tag) !== undefined, 'must be a language (write ar or pt-BR)'),
    v.transform((tag) => languageTag(tag) ?? ''),
    v.description('The language of the post, if it is not that of the site: a tag of BCP 47, such as ar or pt-BR.'),
    alsoNamed(['language', 'locale']),
  ),
  seo_title: v.pipe(
    line(extraLimits.seo_title),
    v.description('The title in search results, instead of the title.'),
    alsoNamed(['meta_title', 'metaTitle']),
  ),
  seo_description: v.pipe(
    line(extraLimits.seo_description),
    v.description('The description in search results, instead of the summary.'),
    alsoNamed(['meta_description', 'metaDescription']),
  ),
  canonical: v.pipe(
    line(extraLimits.canonical),
    v.check((url) => url === '' || isCanonical(url), 'must be a URL that begins with https://, http:// or /'),
    v.description('The URL of the original, if this post was published elsewhere before.'),
    alsoNamed(['canonical_url', 'canonicalURL']),
  ),
})
export type PostFields = v.InferOutput<typeof PostFieldsSchema>
export type PostKey = keyof PostFields
/** In the order of new files. */
export const postKeys = Object.keys(PostFieldsSchema.entries) as readonly PostKey[]

/** The names of a field besides its key. */
export const otherNames = (key: PostKey): Names => ({
  names: [],
  inMaps: [],
  ...v.getMetadata(PostFieldsSchema.entries[key]),
})

/** The tag of a language (BCP 47) as it is written canonically, from `pt_br` or a locale such as `ar_EG.UTF-8`; `undefined` for anything else. */
export function languageTag(written: string): string | undefined {
  const tag = written
    .trim()
    .replace(/\.[\w-]+$/, '')
    .replaceAll('_', '-')
  // Longer subtags are well-formed, but none is registered: they are names of languages.
  if (!/^[a-z]{2,3}(?:-|$)/i.test(tag)) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** Parses a date; returns ISO 8601 in UTC, or `undefined` for an invalid one. */
export function isoDate(written: string): string | undefined {
  const read = readDate(written)
  return read?.isOverflow ? undefined : read?.iso
}

/** The shortest form of a date that `isoDate` parses back. */
export const shortDate = (iso: string) => iso.replace(/T00:00:00\.000Z$/, '').replace(/\.000Z$/, 'Z')
