import type { DescribedName, Name } from '#contract/names.ts'
import { pictureOf } from '#contract/pictures.ts'
import type { PostCard, PostSource } from '#contract/posts.ts'
import { UNDATED } from '#server/content/dates.ts'
import { stateOf } from '#server/content/publication.ts'
import type { NameEntry, PostEntry, Snapshot } from '#server/content/snapshot.ts'

/** An entry as the contract has it, with its names looked up; `summary` must be sanitised. A draft without a date has that of `now`. */
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

/** What the editor dialog changes (decision 8); `content` is the body as the file has it. */
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

/** A file may name a tag that does not exist: then the post does without. */
const tagsOf = ({ tags }: PostEntry, snapshot: Snapshot): Name[] =>
  tags.flatMap((id) => nameOf(snapshot.tags, id) ?? [])

function nameOf(names: ReadonlyMap<string, NameEntry>, id: string): Name | undefined {
  const entry = names.get(id)
  return entry && { id, name: entry.name }
}

export const namesOf = (names: ReadonlyMap<string, NameEntry>): DescribedName[] =>
  [...names.values()]
    .map(({ id, name, description }) => ({ id, name, ...(description !== null && { description }) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
