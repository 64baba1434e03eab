import { POSTS_PER_PAGE } from '#contract/limits.ts'
import type { PostQuery } from '#contract/posts.ts'
import type { PostEntry } from '#server/content/snapshot.ts'

/** What narrows a list of posts (decision 11). */
export type Wanted = Pick<PostQuery, 'category' | 'tag'>

/** The posts of a category, with a tag; whatever is asked together must hold together. */
export const select = (entries: readonly PostEntry[], { category, tag }: Wanted): readonly PostEntry[] =>
  category === undefined && tag === undefined
    ? entries
    : entries.filter(
        (entry) =>
          (category === undefined || entry.category === category) && (tag === undefined || entry.tags.includes(tag)),
      )

/** Those that were found, the best first; of those alike, in the order that they had. */
export function best(entries: readonly PostEntry[], scores: ReadonlyMap<PostEntry, number>): readonly PostEntry[] {
  // There are few scores and many posts: sorting the posts would compare them 100,000 times.
  const alike = new Map<number, PostEntry[]>()
  for (const entry of entries) {
    const score = scores.get(entry)
    if (score === undefined) continue
    const others = alike.get(score)
    if (others) others.push(entry)
    else alike.set(score, [entry])
  }
  return [...alike].sort(([one], [other]) => other - one).flatMap(([, posts]) => posts)
}

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
