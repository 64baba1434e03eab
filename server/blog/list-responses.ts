import * as v from 'valibot'
import { POSTS_PER_PAGE } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { NO_CURSOR, type PostQuery } from '#contract/post-form.ts'
import type { AllPostsQuery } from '#contract/post-list.ts'
import type { PostCard } from '#contract/posts.ts'
import { isId } from '#contract/validate.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import type { CachedResponse, ResponseCache } from '#server/http/response-cache.ts'
import { apiHeaders, bytesOf, headOnly, precompress, respond } from '#server/http/responses.ts'
import { ValidationError } from '#server/lib/errors.ts'
import { createFairQueue } from '#server/lib/fair-queue.ts'
import { createYielding } from '#server/lib/yielding.ts'
import type { SearchMatch } from './search.ts'

/** A response contains at most this many posts and at most this much JSON, whichever comes first. */
const POSTS_PER_RESPONSE_MAX = 500
const POSTS_RESPONSE_MAX_BYTES = 5_000_000

/** The posts that match a query, in their order. */
export type Chosen = {
  entries: readonly PostEntry[]
  snapshot: Snapshot
  found: SearchMatch | undefined
  /** Cards have more for them. */
  isForAdministrators: boolean
}
/** `all`: includes drafts, scheduled and expired posts, for administrators. */
export type Visibility = { all?: boolean }

export type ListResponsesDeps = {
  choose(query: AllPostsQuery, visibility: Visibility): Promise<Chosen>
  render(entry: PostEntry, chosen: Chosen, fields: PostQuery['fields']): Promise<PostCard>
  /** The posts that visitors see: another list after each change, and when a post appears or expires. */
  live(): readonly PostEntry[]
  cache: ResponseCache
}
/** The posts that a query asks for. `rest`: those of the whole list from the first of them on. */
type Part = { asked: readonly PostEntry[]; rest: readonly PostEntry[]; total: number }
/** `text`: of the posts that fit into the response; `headers` say how many match, and where the rest is. */
type List = { text: string; headers: Record<string, string> }

/** A list of 500 posts that were never rendered takes five seconds on an idle machine, longer behind other lists. */
export const LIST_TIMEOUT_SECONDS = 180
/** Each holds up to 5 MB of text while it is built. */
const BUILT_AT_ONCE = 2
/** Less than `LIST_TIMEOUT_SECONDS`, which the request of a list has. */
const longWait = { atOnce: BUILT_AT_ONCE, waitMs: 120_000 }
const EMPTY = '[]'
/** What every list depends on, besides the images of posts. */
const LISTS = 'lists'

/** The responses of `GET` and `HEAD /api/blog-posts`: every list has the same queue and the same bounds. */
export function createListResponses({ choose, render, live, cache }: ListResponsesDeps) {
  const fairQueue = createFairQueue({ ...longWait, busy: 'Too many lists are requested right now.' })
  const searchQueue = createFairQueue({ ...longWait, busy: 'Too many searches at once.' })
  /** The JSON of each post has this many bytes, so that `HEAD` need not render it again. */
  const newSizes = () => ({ card: new WeakMap<PostEntry, number>(), full: new WeakMap<PostEntry, number>() })
  const sizes = { visitors: newSizes(), administrators: newSizes() }

  let cachedFor: readonly PostEntry[] = []
  function dropOutdated() {
    const visible = live()
    if (cachedFor !== visible) cache.invalidate(new Set([LISTS]))
    cachedFor = visible
    return visible
  }

  /** A response for visitors. Throws `ValidationError` for a bad cursor, and `UnavailableError` when too many requests wait. */
  async function open(query: PostQuery, isHead: boolean): Promise<CachedResponse['send']> {
    const visible = dropOutdated()
    const chosen = await (query.q === undefined ? choose(query, {}) : searchQueue(() => choose(query, {})))
    const part = partOf(chosen, query)
    const [first] = part.asked
    const headers = { ...apiHeaders, 'cache-control': 'no-cache' }
    // Strangers make up as many of these as they like, and they cost nothing.
    if (!first) return () => new Response(EMPTY, { headers: { ...headers, ...countHeader(part) } })
    const key = cacheKeyOf(query, first)
    if (isHead && !cache.peek(key)) {
      const list = await fairQueue(() => build(part, chosen, query, 'measure'))
      return () => headOnly({ ...headers, ...list.headers })
    }
    const list = await cache.open(key, (uses) => fairQueue(() => encode(uses)))
    return list.send

    async function encode(uses: (record: string) => void): Promise<CachedResponse> {
      for (const record of [LISTS, 'any-card']) uses(record)
      const list = await build(part, chosen, query)
      const variants = await precompress(list.text, { ...headers, ...list.headers })
      const isCurrent = visible === live()
      const send = (request: Request) => respond(request, variants)
      return { cacheKey: isCurrent ? key : undefined, bytes: bytesOf(variants), send }
    }
  }

  /** The same for an administrator, who sees all posts: never cached. */
  async function openAll(query: AllPostsQuery, isHead: boolean): Promise<List> {
    return fairQueue(async () => {
      const chosen = await choose(query, { all: true })
      return build(partOf(chosen, query), chosen, query, isHead ? 'measure' : undefined)
    })
  }

  /**
   * Renders from the first post on, until the bounds are reached; at least one post, however long it is. `measure`: only the headers,
   * which depend on how many posts fit.
   */
  async function build(
    { asked, rest, total }: Part,
    chosen: Chosen,
    query: AllPostsQuery,
    only?: 'measure',
  ): Promise<List> {
    const known = sizes[chosen.isForAdministrators ? 'administrators' : 'visitors'][query.fields ?? 'full']
    const yielding = createYielding()
    const texts: string[] = []
    let bytes = EMPTY.length
    let sent = 0
    for (const entry of asked.slice(0, POSTS_PER_RESPONSE_MAX)) {
      const size = only ? known.get(entry) : undefined
      const text = size === undefined ? JSON.stringify(await render(entry, chosen, query.fields)) : ''
      bytes += size ?? Buffer.byteLength(text) + ','.length
      if (size === undefined) known.set(entry, Buffer.byteLength(text) + ','.length)
      if (sent > 0 && bytes > POSTS_RESPONSE_MAX_BYTES) break
      sent++
      if (!only) texts.push(text)
      await yielding()
    }
    const isCut = sent < asked.length
    const last = isCut ? rest[sent - 1] : undefined
    return {
      text: `[${texts.join(',')}]`,
      headers: { ...countHeader({ total }), ...(last && linkHeader(query, last, chosen)) },
    }
  }

  return { open, openAll }
}

/** The URL of a list, normalized: other spellings of a query, and other cursors before the same post, have the same. */
function cacheKeyOf({ page, per_page, after, ...query }: PostQuery, first: PostEntry): string {
  const isPage = page !== undefined || per_page !== undefined
  const place = isPage
    ? { page: page ?? 1, per_page: per_page ?? POSTS_PER_PAGE }
    : after === undefined
      ? {}
      : { from: first.id }
  const { fields, category, tag, author, q } = query
  const parameters = Object.entries({ fields, category, tag, author, q, ...place }).filter(
    ([, value]) => value !== undefined,
  )
  return `list ${new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]))}`
}

/** A page where one is requested, otherwise everything, or what follows a cursor. Throws `ValidationError`. */
function partOf(chosen: Chosen, query: AllPostsQuery): Part {
  const total = chosen.entries.length
  if (query.page !== undefined || query.per_page !== undefined) {
    if (query.after !== undefined) throw invalidCursor('Send "after", or "page" and "per_page", not both.')
    const asked = pageOf(chosen.entries, query).shown
    return { asked, rest: asked, total }
  }
  // A cursor is a position in the default order.
  if (query.sort ?? query.order) throw new ValidationError({ sort: { message: 'Send "page" with "sort".' } })
  const rest = restOf(chosen, query.after)
  return { asked: rest, rest, total }
}

const invalidCursor = (message: string) => new ValidationError({ after: { message } })

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
  const isAfter = (entry: PostEntry) => {
    const own = found?.scores.get(entry)
    if (own !== undefined && score !== undefined && own !== score) return own < score
    return entry.date === date ? entry.id > id : entry.date < date
  }
  return entries.slice(firstIndex(entries, isAfter))
}

/** The index of the first entry with `isAfter`, which holds for all that follow it. */
function firstIndex<T>(entries: readonly T[], isAfter: (entry: T) => boolean): number {
  let from = 0
  let to = entries.length
  while (from < to) {
    const middle = (from + to) >> 1
    const entry = entries[middle]
    if (entry !== undefined && !isAfter(entry)) from = middle + 1
    else to = middle
  }
  return from
}

/** The number of matching posts. */
const countHeader = ({ total }: { total: number }) => ({ 'x-total-count': String(total) })

/** A link to the rest: the same query with a cursor. */
function linkHeader({ page: _, per_page: __, ...query }: AllPostsQuery, last: PostEntry, { found }: Chosen) {
  const after = encodeCursor(last, found?.scores.get(last))
  const parameters = Object.entries({ ...query, after }).map(([name, value]) => [name, String(value)])
  return { link: `<${apiPaths.posts}?${new URLSearchParams(parameters)}>; rel="next"` }
}

/** Returns one page, counted from 1, or everything when neither `page` nor `per_page` is given. */
export function pageOf<T>(all: readonly T[], { page, per_page }: Pick<PostQuery, 'page' | 'per_page'>) {
  if (page === undefined && per_page === undefined) return { shown: all, page: 1, pages: 1 }
  const length = per_page ?? POSTS_PER_PAGE
  const at = page ?? 1
  const pages = Math.max(1, Math.ceil(all.length / length))
  return { shown: all.slice((at - 1) * length, at * length), page: at, pages }
}
