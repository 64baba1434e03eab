import type { CardPage } from '#contract/api.ts'
import type { PostQuery } from '#contract/posts.ts'
import type { Content } from '#server/content/content.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { nextMoment } from '#server/content/state.ts'
import { type Written, written } from '#server/http/public-json.ts'

export type WrittenList = Written & { total: number }
/** `pictures` counts up when posts have others. */
type Deps = { content: Content; now: () => Date; list: (query: PostQuery) => Promise<CardPage>; pictures: () => number }

/** Together they bound the memory: 32 MB of the longest lists. Longer ones are written anew each time. */
const LISTS_MAX = 32
const LIST_MAX_CHARACTERS = 1024 * 1024

/** Lists for visitors as they are sent, kept until content changes or a post comes or goes by the clock (decision 9). */
export function rememberLists({ content, now, list, pictures }: Deps) {
  let lists = new Map<string, Promise<WrittenList>>()
  let snapshot: Snapshot | undefined
  let until: string | undefined
  let shown = 0

  function forgetOld() {
    const at = now().toISOString()
    if (snapshot === content.snapshot() && shown === pictures() && (until === undefined || at < until)) return
    shown = pictures()
    snapshot = content.snapshot()
    until = nextMoment(snapshot, at)
    lists = new Map()
  }

  async function write(query: PostQuery): Promise<WrittenList> {
    const { posts, total } = await list(query)
    return { ...written(posts), total }
  }

  return function remembered(query: PostQuery): Promise<WrittenList> {
    // What people search for is without end, and quick: it must not push out what all ask for.
    if (query.q) return write(query)
    forgetOld()
    const kept = lists
    const key = JSON.stringify(query)
    const known = kept.get(key)
    if (known) return known
    if (kept.size >= LISTS_MAX) kept.clear()
    const made = write(query)
    kept.set(key, made)
    made.then(
      ({ text }) => text.length > LIST_MAX_CHARACTERS && kept.delete(key),
      () => kept.delete(key),
    )
    return made
  }
}
