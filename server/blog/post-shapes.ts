import { pictureOf } from '#contract/pictures.ts'
import { extrasOf } from '#contract/post-extras.ts'
import type { ListedTerm, PostCard, PostSource, RelatedPost } from '#contract/posts.ts'
import type { TermEntry } from '#server/content/files/decode-file.ts'
import { bodyOf, type PostEntry, readFields, UNDATED } from '#server/content/files/post-file.ts'
import { isPostFolder } from '#server/content/files/post-names.ts'
import { stateOf } from '#server/content/publication.ts'
import { isUnfiled } from '#server/content/snapshot/post-terms.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { authorOf } from './post-page.ts'

/**
 * Converts an entry to the contract's form, with its terms resolved. `summary` must be sanitized. A draft without a
 * date gets the date of `now`.
 */
export function cardOf(entry: PostEntry, summary: string, snapshot: Snapshot, now: Date): PostCard {
  const { id, title, lang, image, imageAlt, date, updated, expires } = entry
  return {
    id,
    title,
    ...(lang && { lang }),
    summary,
    image,
    picture: image === null ? null : { ...pictureOf(image, imageAlt), ...pictureExtras(entry) },
    category: (entry.category !== null && nameOf(snapshot.categories, entry.category)) || null,
    tags: tagsOf(entry, snapshot),
    date: date === UNDATED ? now.toISOString() : date,
    updated,
    ...(expires !== null && { expires }),
    ...authorOf(entry, snapshot),
    state: stateOf(entry, now),
    ...(entry.unlisted && { unlisted: true as const }),
  }
}

/** Where the image is cropped, and what is written below it. */
const pictureExtras = ({ image_focus: focus, image_caption: caption }: PostEntry) => ({
  ...(focus && { focus }),
  ...(caption && { caption }),
})

/** What the page of another post shows. */
export const relatedOf = ({ id, title, lang, date, image, image_focus: focus }: PostEntry): RelatedPost => ({
  id,
  title,
  ...(lang && { lang }),
  date,
  // Decorative: the title next to it names the link.
  picture: image === null ? null : { ...pictureOf(image, ''), ...(focus && { focus }) },
})

/** The fields that the editor changes, of a post with this text. */
export function sourceOf(entry: PostEntry, text: string, snapshot: Snapshot): PostSource {
  const { id, format, title, summary, teaser, category, image, imageAlt, draft, date } = entry
  const { expires, author, revision } = entry
  const tags = tagsOf(entry, snapshot)
  return {
    id,
    format,
    has_folder: isPostFolder(entry.file),
    title,
    summary,
    ...(teaser !== undefined && { teaser }),
    content: bodyOf(text),
    category_id: category,
    tags,
    image,
    image_alt: imageAlt,
    ...extrasOf(entry),
    draft,
    date: date === UNDATED ? '' : date,
    expires,
    author,
    ...(!readFields(text).isStrict && { to_repair: entry.file }),
    revision,
  }
}

/** Ignores tags that do not exist. */
const tagsOf = ({ tags }: PostEntry, snapshot: Snapshot) => tags.flatMap((id) => nameOf(snapshot.tags, id) ?? [])

function nameOf(names: ReadonlyMap<string, TermEntry>, id: string) {
  const entry = names.get(id)
  return entry && { id, name: entry.name }
}

/** Terms, sorted by name. */
export const namesOf = (names: Iterable<TermEntry>) =>
  [...names]
    .map(({ id, name, description }) => ({ id, name, ...(description !== null && { description }) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))

/** All terms, also those that only posts name: an administrator may make files of them. */
export const listedTerms = (names: ReadonlyMap<string, TermEntry>): ListedTerm[] =>
  namesOf(names.values()).map((term) => {
    const entry = names.get(term.id)
    return entry && isUnfiled(entry) ? { ...term, unfiled: true } : term
  })
