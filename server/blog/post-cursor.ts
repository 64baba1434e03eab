import { isId } from '#contract/ids.ts'
import type { PostEntry } from '#server/content/snapshot.ts'

/** A position in a list of posts: right after the post with this date and id, and this score where a search orders the list. */
export type PostCursor = { date: string; id: string; score?: number }

/** Opaque to clients. Holds a position, not an index: posts that appear or disappear meanwhile shift nothing. */
export const encodeCursor = ({ date, id }: Pick<PostEntry, 'date' | 'id'>, score?: number): string =>
  Buffer.from(JSON.stringify(score === undefined ? [date, id] : [date, id, score])).toString('base64url')

/** Returns `undefined` for a text that `encodeCursor` did not make. */
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

/** Returns the posts after a position, in a list that is ordered by score where there are scores, then newest first, then by id. */
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
