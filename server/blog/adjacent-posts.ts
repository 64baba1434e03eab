import { newestFirst, stateOf } from '#server/content/publication.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'

/** The live posts published right before and right after one: the older, and the newer. */
export type Neighbours = { previous: PostEntry | undefined; next: PostEntry | undefined }

/** Where the post stands among those that visitors see at this moment. */
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
