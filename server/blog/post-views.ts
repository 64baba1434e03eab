import { pictureOf } from '#contract/pictures.ts'
import type { Post, PostCard, PostLink, PostPage, PostSource, RelatedPost } from '#contract/posts.ts'
import type { DescribedTerm, Term } from '#contract/terms.ts'
import { UNDATED } from '#server/content/post-fields.ts'
import { stateOf } from '#server/content/publication.ts'
import type { PostEntry, Snapshot, TermEntry } from '#server/content/snapshot.ts'
import { toPlainText } from '#server/lib/to-plain-text.ts'
import type { PostContext } from './related-posts.ts'
import { addTableOfContents } from './render/table-of-contents.ts'
import { cutBetweenWords } from './search/highlight.ts'

/**
 * Converts an entry to the contract's form, with its terms resolved. `summary` must be sanitized. A draft without a
 * date gets the date of `now`.
 */
export function cardOf(entry: PostEntry, summary: string, snapshot: Snapshot, now: Date): PostCard {
  const { id, title, image, imageAlt, date, updated, expires, author } = entry
  return {
    id,
    title,
    summary,
    image,
    picture: image === null ? null : pictureOf(image, imageAlt),
    category: (entry.category !== null && nameOf(snapshot.categories, entry.category)) || null,
    tags: tagsOf(entry, snapshot),
    date: date === UNDATED ? now.toISOString() : date,
    updated,
    ...(expires !== null && { expires }),
    author,
    state: stateOf(entry, now),
  }
}

/** The fields that the editor changes; `content` is the body of the file. */
export function sourceOf(entry: PostEntry, content: string, snapshot: Snapshot): PostSource {
  const { id, format, title, summary, category, image, imageAlt, draft, date, expires, revision } = entry
  const tags = tagsOf(entry, snapshot)
  return {
    id,
    format,
    title,
    summary,
    content,
    category_id: category,
    tags,
    image,
    image_alt: imageAlt,
    draft,
    date: date === UNDATED ? '' : date,
    expires,
    revision,
  }
}

/** Ignores tags that do not exist. */
const tagsOf = ({ tags }: PostEntry, snapshot: Snapshot): Term[] =>
  tags.flatMap((id) => nameOf(snapshot.tags, id) ?? [])

function nameOf(names: ReadonlyMap<string, TermEntry>, id: string): Term | undefined {
  const entry = names.get(id)
  return entry && { id, name: entry.name }
}

export const namesOf = (names: ReadonlyMap<string, TermEntry>): DescribedTerm[] =>
  [...names.values()]
    .map(({ id, name, description }) => ({ id, name, ...(description !== null && { description }) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))

/** A post as its page shows it. `placed` adds the stored paths of co-located images. */
export function postPage(
  post: Post,
  { previous, next, related }: PostContext,
  placed: (entry: PostEntry) => PostEntry,
): PostPage {
  return {
    ...post,
    ...addTableOfContents(post.content),
    description: excerpt(post.summary),
    previous: previous ? linkTo(previous) : null,
    next: next ? linkTo(next) : null,
    related: related.map((entry) => shown(placed(entry))),
  }
}

const linkTo = ({ id, title }: PostEntry): PostLink => ({ id, title })

const shown = ({ id, title, date, image }: PostEntry): RelatedPost => ({
  id,
  title,
  date,
  // Decorative: the title next to it names the link.
  picture: image === null ? null : pictureOf(image, ''),
})

/** The length that search engines show. */
const DESCRIPTION_MAX_CHARACTERS = 160

/** Returns the first words of HTML as plain text, for the description of a page. */
export function excerpt(html: string): string {
  const text = toPlainText('html', html)
  return text.length <= DESCRIPTION_MAX_CHARACTERS ? text : `${cutBetweenWords(text, DESCRIPTION_MAX_CHARACTERS)}…`
}
