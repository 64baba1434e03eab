import type { PostState } from '#contract/posts.ts'
import type { PostEntry, Snapshot } from './snapshot.ts'

type Times = Pick<PostEntry, 'date' | 'expires' | 'draft'>

/** Where a post stands at a moment (decision 9). ISO dates in UTC compare as text. */
export const stateOf = (times: Times, now: Date): PostState => stateAt(times, now.toISOString())

function stateAt({ date, expires, draft }: Times, moment: string): PostState {
  if (draft) return 'draft'
  if (expires !== null && expires <= moment) return 'expired'
  return date > moment ? 'scheduled' : 'live'
}

const sorted = new WeakMap<Snapshot, readonly PostEntry[]>()

/** Every post, whatever its state; newest date first, then by id. Sorted once per snapshot. */
export function newestFirst(snapshot: Snapshot): readonly PostEntry[] {
  const known = sorted.get(snapshot)
  if (known) return known
  const posts = [...snapshot.posts.values()].sort(byDate)
  sorted.set(snapshot, posts)
  return posts
}

/** What a visitor sees (decision 10), newest date first. */
export function livePosts(snapshot: Snapshot, now: Date): PostEntry[] {
  const moment = now.toISOString()
  return newestFirst(snapshot).filter((post) => stateAt(post, moment) === 'live')
}

function byDate(one: PostEntry, other: PostEntry): number {
  if (one.date !== other.date) return one.date > other.date ? -1 : 1
  return one.id < other.id ? -1 : 1
}
