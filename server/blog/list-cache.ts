import { apiPaths } from '#contract/paths.ts'
import type { PostQuery } from '#contract/posts.ts'
import type { Content } from '#server/content/content.ts'
import { nextMoment } from '#server/content/publication.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { apiHeaders } from '#server/http/headers.ts'
import { bytesOf, compressed, type Variants } from '#server/http/precompressed.ts'
import { type Cacheable, createPageCache } from '#server/pages/page-cache.ts'
import type { ListResponse } from './list-response.ts'

/** `pictures` counts up when posts have others. */
type Deps = {
  content: Content
  now: () => Date
  respond: (query: PostQuery) => Promise<ListResponse>
  pictures: () => number
}
type ReadyList = Cacheable & { variants: Variants }

const CACHE_MAX_BYTES = 16 * 1024 * 1024
/** The list without a query, which most programs request. */
const WHOLE_LIST = '{}'

/** Lists for visitors in the encodings they are sent in, cached until content changes or a post comes or goes by the clock (decision 9). */
export function rememberLists({ content, now, respond, pictures }: Deps) {
  let cache = createCache()
  let snapshot: Snapshot | undefined
  let until: string | undefined
  let shown = 0

  function createCache() {
    return createPageCache<ReadyList>({
      draw: build,
      maxBytes: CACHE_MAX_BYTES,
      isPinned: (key) => key === WHOLE_LIST,
      onError: () => {},
    })
  }

  async function build(key: string): Promise<ReadyList> {
    const query: PostQuery = JSON.parse(key)
    const list = await respond(query)
    const headers = { ...apiHeaders, 'cache-control': 'no-cache', ...listHeaders(query, list) }
    const variants = await compressed(list.json, headers)
    // There is no end to what people search for: it must not evict what everybody requests.
    return { keepAs: query.q === undefined ? key : undefined, bytes: bytesOf(variants), variants }
  }

  function forgetOld() {
    const at = now().toISOString()
    if (snapshot === content.snapshot() && shown === pictures() && (until === undefined || at < until)) return
    shown = pictures()
    snapshot = content.snapshot()
    until = nextMoment(snapshot, at)
    cache = createCache()
  }

  return async function remembered(query: PostQuery): Promise<Variants> {
    forgetOld()
    return (await cache.open(JSON.stringify(query))).variants
  }
}

/** How many posts match, and where the list goes on: the same query with a cursor. */
export function listHeaders(query: PostQuery, { total, next }: ListResponse): Record<string, string> {
  const count = { 'x-total-count': String(total) }
  if (next === undefined) return count
  const parameters = Object.entries({ ...query, after: next }).map(([name, value]) => [name, String(value)])
  return { ...count, link: `<${apiPaths.posts}?${new URLSearchParams(parameters)}>; rel="next"` }
}
