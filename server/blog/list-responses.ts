import * as v from 'valibot'
import type { CardPage } from '#contract/api.ts'
import { POSTS_PER_PAGE } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { NO_CURSOR, type PostQuery } from '#contract/post-form.ts'
import type { AllPostsQuery } from '#contract/post-list.ts'
import type { PostCard } from '#contract/posts.ts'
import { isId } from '#contract/validate.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { type Cacheable, createPageCache } from '#server/http/page-cache.ts'
import { apiHeaders, bytesOf, type EncodedVariants, precompress } from '#server/http/responses.ts'
import { UnavailableError, ValidationError } from '#server/lib/errors.ts'
import { createSemaphore } from '#server/lib/mutex.ts'
import type { SearchMatch } from './search.ts'

/** A response without pagination contains at most this many posts and at most this much JSON, whichever comes first. */
const POSTS_PER_RESPONSE_MAX = 500
const POSTS_RESPONSE_MAX_BYTES = 5_000_000

/** The posts that match a query, in their order. */
export type Chosen = { entries: readonly PostEntry[]; snapshot: Snapshot; found: SearchMatch | undefined }
/** The body of one response as JSON text. `total`: matching posts, sent or not. `next`: the cursor of the rest, if any. */
type ListResponse = { json: string; total: number; next?: string }

/** `all`: includes drafts, scheduled and expired posts, for administrators. */
export type Visibility = { all?: boolean }

type ListResponsesDeps = {
  choose(query: AllPostsQuery, visibility: Visibility): Promise<Chosen>
  render(entry: PostEntry, chosen: Chosen, fields: PostQuery['fields']): Promise<PostCard>
  list(query: AllPostsQuery, visibility: Visibility): Promise<CardPage>
  /** The posts that visitors see: another list after each change, and when a post appears or expires. */
  live(): readonly PostEntry[]
}
type CachedList = Cacheable & { variants: EncodedVariants }

/** Each holds up to 5 MB of text while it is built. */
const BUILT_AT_ONCE = 2
/** Further requests are rejected with 503. */
const WAITING_MAX = 100
const RETRY_SECONDS = 5
const CACHE_MAX_BYTES = 16 * 1024 * 1024
/** What every list depends on. */
const LISTS = 'lists'

/** Builds the responses of `GET /api/blog-posts`, and caches those for visitors. */
export function createListResponses({ choose, render, list, live }: ListResponsesDeps) {
  const builders = createSemaphore(BUILT_AT_ONCE)
  let waiting = 0
  let cachedFor: readonly PostEntry[] = []
  const cache = createPageCache<CachedList>({ render: encode, maxBytes: CACHE_MAX_BYTES })

  /**
   * A page where one is requested, otherwise as many posts as the bounds allow, and a cursor to the rest. Rendering stops at
   * the bounds. Throws `ValidationError` for a bad cursor and `UnavailableError` when too many requests wait.
   */
  async function respond(query: AllPostsQuery, visibility: Visibility = {}): Promise<ListResponse> {
    if (query.page !== undefined || query.per_page !== undefined) {
      if (query.after !== undefined) throw invalidCursor('Send "after", or "page" and "per_page", not both.')
      const { posts, total } = await list(query, visibility)
      return { json: JSON.stringify(posts), total }
    }
    // A cursor is a position in the default order.
    if (query.sort ?? query.order) throw new ValidationError({ sort: { message: 'Send "page" with "sort".' } })
    if (waiting >= WAITING_MAX) throw new UnavailableError('Too many lists are requested right now.', RETRY_SECONDS)
    waiting++
    return builders(() => respondBounded(query, visibility)).finally(() => waiting--)
  }

  async function respondBounded(query: AllPostsQuery, visibility: Visibility): Promise<ListResponse> {
    const chosen = await choose(query, visibility)
    const rest = restOf(chosen, query.after)
    const texts = await firstOf(rest, async (entry) => JSON.stringify(await render(entry, chosen, query.fields)))
    const last = texts.length < rest.length ? rest[texts.length - 1] : undefined
    return {
      json: `[${texts.join(',')}]`,
      total: chosen.entries.length,
      ...(last && { next: encodeCursor(last, chosen.found?.scores.get(last)) }),
    }
  }

  async function encode(key: string, uses: (record: string) => void): Promise<CachedList> {
    uses(LISTS)
    const query: PostQuery = JSON.parse(key)
    const response = await respond(query)
    const headers = { ...apiHeaders, 'cache-control': 'no-cache', ...listHeaders(query, response) }
    const variants = await precompress(response.json, headers)
    // Searches are not cached: their number is unlimited, and they would evict the common lists.
    return { cacheKey: query.q === undefined ? key : undefined, bytes: bytesOf(variants), variants }
  }

  const forget = () => void cache.invalidate(new Set([LISTS]))

  /** The response for visitors, encoded. */
  async function remembered(query: PostQuery): Promise<EncodedVariants> {
    if (cachedFor !== live()) forget()
    cachedFor = live()
    return (await cache.open(JSON.stringify(query))).variants
  }

  return { respond, remembered, forget }
}

const invalidCursor = (message: string) => new ValidationError({ after: { message } })

/** Renders from the first entry on, until the bounds are reached; at least one post, however long it is. */
async function firstOf(entries: readonly PostEntry[], render: (entry: PostEntry) => Promise<string>) {
  const texts: string[] = []
  let bytes = '[]'.length
  for (const entry of entries.slice(0, POSTS_PER_RESPONSE_MAX)) {
    const text = await render(entry)
    bytes += Buffer.byteLength(text) + ','.length
    if (texts.length > 0 && bytes > POSTS_RESPONSE_MAX_BYTES) break
    texts.push(text)
  }
  return texts
}

const time = v.pipe(v.string(), v.isoTimestamp())
/** A position in a list of posts: after the post with this date and id, and with this score in search results. */
const CursorSchema = v.strictTuple([time, v.custom<string>(isId), v.optional(v.number())])

/** Opaque to clients. Encodes a position, not an index, so that new or deleted posts shift nothing. */
const encodeCursor = ({ date, id }: PostEntry, score?: number): string =>
  Buffer.from(JSON.stringify(score === undefined ? [date, id] : [date, id, score])).toString('base64url')

function decodeCursor(text: string) {
  try {
    return v.parse(CursorSchema, JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw invalidCursor(NO_CURSOR)
  }
}

/** The posts after a cursor. A list is ordered by score (if any), then newest first, then by id. */
function restOf({ entries, found }: Chosen, after: string | undefined): readonly PostEntry[] {
  if (after === undefined) return entries
  const [date, id, score] = decodeCursor(after)
  if ((score === undefined) !== (found === undefined)) throw invalidCursor(NO_CURSOR)
  const start = entries.findIndex((entry) => {
    const own = found?.scores.get(entry)
    if (own !== undefined && score !== undefined && own !== score) return own < score
    return entry.date === date ? entry.id > id : entry.date < date
  })
  return start === -1 ? [] : entries.slice(start)
}

/** The number of matching posts, and a link to the rest: the same query with a cursor. */
export function listHeaders(query: AllPostsQuery, { total, next }: ListResponse): Record<string, string> {
  const count = { 'x-total-count': String(total) }
  if (next === undefined) return count
  const parameters = Object.entries({ ...query, after: next }).map(([name, value]) => [name, String(value)])
  return { ...count, link: `<${apiPaths.posts}?${new URLSearchParams(parameters)}>; rel="next"` }
}

/** Returns one page, counted from 1, or everything when neither `page` nor `per_page` is given. */
export function pageOf<T>(all: readonly T[], { page, per_page }: Pick<PostQuery, 'page' | 'per_page'>) {
  if (page === undefined && per_page === undefined) return { shown: all, page: 1, pages: 1 }
  const length = per_page ?? POSTS_PER_PAGE
  const at = page ?? 1
  const pages = Math.max(1, Math.ceil(all.length / length))
  return { shown: all.slice((at - 1) * length, at * length), page: at, pages }
}
