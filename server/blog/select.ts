import { POSTS_PER_PAGE } from '#contract/limits.ts'
import type { PostQuery } from '#contract/posts.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'

/** What narrows a list of posts (decision 11). */
export type Wanted = Pick<PostQuery, 'category' | 'tag' | 'q'>

/** The posts of a category, with a tag, or with a word in title, summary or a tag's name; whatever is asked together must hold together. */
export function select(entries: readonly PostEntry[], { category, tag, q }: Wanted, { tags }: Snapshot): PostEntry[] {
  const word = q?.trim().toLowerCase() ?? ''
  const texts = ({ title, summary, tags: ids }: PostEntry) => [
    title,
    withoutMarkup(summary),
    ...ids.map((id) => tags.get(id)?.name ?? ''),
  ]
  return entries.filter(
    (entry) =>
      (category === undefined || entry.category === category) &&
      (tag === undefined || entry.tags.includes(tag)) &&
      (word === '' || texts(entry).some((text) => text.toLowerCase().includes(word))),
  )
}

/** Whoever looks for "strong" does not mean the element. */
const withoutMarkup = (html: string) => html.replace(/<[^>]*>/g, '')

/** One page of a list, counted from 1. All of it where neither page nor length is asked. */
export function pageOf<T>(all: readonly T[], { page, per_page }: Pick<PostQuery, 'page' | 'per_page'>) {
  if (page === undefined && per_page === undefined) return { shown: all, page: 1, pages: 1 }
  const length = per_page ?? POSTS_PER_PAGE
  const at = page ?? 1
  return {
    shown: all.slice((at - 1) * length, at * length),
    page: at,
    pages: Math.max(1, Math.ceil(all.length / length)),
  }
}
