import { aroundKey, changedCards, type InvalidationKey, linkKey } from '#server/content/changed-keys.ts'
import { newestFirst, stateOf } from '#server/content/publication.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { createRelatedPosts } from './related-posts.ts'

/** Related posts shown under a post. */
const RELATED = 3
/** A new post is shown at once under this many related posts; under others when they are re-rendered. */
const REFRESHED_RELATED = 6
/** When more posts change at once, all pages are invalidated. */
const CHANGES_MAX = 20

export type PostContext = Neighbours & { related: PostEntry[] }

/** Finds the adjacent and related posts of a post. Cheap enough for each rendering, with 10,000 posts too. */
export function createPostContext(now: () => Date) {
  const findRelated = createRelatedPosts()

  const contextOf = (entry: PostEntry, snapshot: Snapshot): PostContext => ({
    ...neighboursOf(entry, snapshot, now()),
    related: findRelated(entry, snapshot, now(), RELATED),
  })

  /** The links, adjacent and related posts that a change of these keys invalidates. */
  function keys(changed: ReadonlySet<InvalidationKey>, snapshot: Snapshot): InvalidationKey[] {
    const ids = changedCards(changed)
    const links = ids.map(linkKey)
    return changed.has('list') ? [...links, ...affectedPages(ids, snapshot)] : links
  }

  function affectedPages(ids: readonly string[], snapshot: Snapshot): InvalidationKey[] {
    if (ids.length > CHANGES_MAX) return ['around']
    return ids.flatMap((id) => {
      const entry = snapshot.posts.get(id)
      if (!entry || stateOf(entry, now()) !== 'live') return []
      const { previous, next } = neighboursOf(entry, snapshot, now())
      const near = [previous, next, ...findRelated(entry, snapshot, now(), REFRESHED_RELATED)]
      return near.flatMap((one) => (one ? [aroundKey(one.id)] : []))
    })
  }

  return { contextOf, keys }
}

/** The live posts published before (`previous`) and after (`next`) a post. */
export type Neighbours = { previous: PostEntry | undefined; next: PostEntry | undefined }

export function neighboursOf(entry: PostEntry, snapshot: Snapshot, now: Date): Neighbours {
  const all = newestFirst(snapshot)
  const at = all.indexOf(entry)
  const live = (from: number, step: number) => {
    for (let place = from; place >= 0 && place < all.length; place += step) {
      const post = all[place]
      if (post && stateOf(post, now) === 'live') return post
    }
    return undefined
  }
  return at === -1 ? { previous: undefined, next: undefined } : { previous: live(at + 1, 1), next: live(at - 1, -1) }
}
