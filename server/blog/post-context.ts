import { aroundKey, changedCards, type InvalidationKey, linkKey } from '#server/content/changed-keys.ts'
import { stateOf } from '#server/content/publication.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { type Neighbours, neighboursOf } from './adjacent-posts.ts'
import { createRelatedPosts } from './related-posts.ts'

/** So many related posts are offered under a post. */
const RELATED = 3
/** A post that comes in is offered under so many others at once; under the rest when they are drawn again. */
const REFRESHED_RELATED = 6
/** Where more posts come or go at once, all are looked at again. */
const CHANGES_MAX = 20

export type PostContext = Neighbours & { related: PostEntry[] }

/** What stands around a post on its page: cheap enough to be found each time a page is drawn, at ten thousand posts too. */
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
