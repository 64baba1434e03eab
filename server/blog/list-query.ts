import { isId } from '#contract/ids.ts'
import { POSTS_PER_PAGE } from '#contract/limits.ts'
import type { PostQuery } from '#contract/post-form.ts'
import type { PostEntry } from '#server/content/snapshot.ts'

export type Wanted = Pick<PostQuery, 'category' | 'tag'>

/** Returns the posts that match both the category and the tag, as far as they are given. */
export const select = (entries: readonly PostEntry[], { category, tag }: Wanted): readonly PostEntry[] =>
  category === undefined && tag === undefined
    ? entries
    : entries.filter(
        (entry) =>
          (category === undefined || entry.category === category) && (tag === undefined || entry.tags.includes(tag)),
      )

/** Returns the posts that have a score, highest first; posts with equal scores keep their order. */
export function best(entries: readonly PostEntry[], scores: ReadonlyMap<PostEntry, number>): readonly PostEntry[] {
  // Grouping is faster than sorting, because few scores are shared by many posts.
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

/** Returns one page, counted from 1, or everything when neither `page` nor `per_page` is given. */
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

/** A position in a list of posts: after the post with this date and id, and with this score in search results. */
export type PostCursor = { date: string; id: string; score?: number }

/** Opaque to clients. Encodes a position, not an index, so that new or deleted posts shift nothing. */
export const encodeCursor = ({ date, id }: Pick<PostEntry, 'date' | 'id'>, score?: number): string =>
  Buffer.from(JSON.stringify(score === undefined ? [date, id] : [date, id, score])).toString('base64url')

/** Returns `undefined` for an invalid cursor. */
export function decodeCursor(text: string): PostCursor | undefined {
  try {
    const [date, id, score, ...rest]: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!isDate(date) || !isId(id) || rest.length > 0) return undefined
    if (score === undefined) return { date, id }
    return typeof score === 'number' ? { date, id, score } : undefined
  } catch {
    return undefined
  }
}

const isDate = (value: unknown): value is string => typeof value === 'string' && new Date(value).toISOString() === value

/** Returns the posts after a cursor, in a list ordered by score (if any), then newest first, then by id. */
export function entriesAfter(
  entries: readonly PostEntry[],
  cursor: PostCursor,
  scores?: ReadonlyMap<PostEntry, number>,
): readonly PostEntry[] {
  const start = entries.findIndex((entry) => isAfter(entry, scores?.get(entry), cursor))
  return start === -1 ? [] : entries.slice(start)
}

function isAfter({ date, id }: PostEntry, score: number | undefined, cursor: PostCursor): boolean {
  if (score !== undefined && cursor.score !== undefined && score !== cursor.score) return score < cursor.score
  return date === cursor.date ? id > cursor.id : date < cursor.date
}
