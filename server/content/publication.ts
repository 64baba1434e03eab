import type { PostState } from '#contract/post-form.ts'
import { changedPosts } from './diff-posts.ts'
import type { PostEntry, Snapshot } from './snapshot.ts'

type Times = Pick<PostEntry, 'date' | 'expires' | 'draft'>
type Sorted = readonly PostEntry[]

/** Where a post stands at a moment (decision 9). ISO dates in UTC compare as text. */
export const stateOf = (times: Times, now: Date): PostState => stateAt(times, now.toISOString())

function stateAt({ date, expires, draft }: Times, moment: string): PostState {
  if (draft) return 'draft'
  if (expires !== null && expires <= moment) return 'expired'
  return date > moment ? 'scheduled' : 'live'
}

const sorted = new WeakMap<Snapshot, Sorted>()
let lastSorted: WeakRef<Snapshot> | undefined
/** More posts that changed are sorted with the others, not put in their places one by one. */
const PLACED_MAX = 10

/** Every post, whatever its state; newest date first, then by id. Sorted once per snapshot, ten thousand only where many changed. */
export function newestFirst(snapshot: Snapshot): Sorted {
  const known = sorted.get(snapshot)
  if (known) return known
  const before = lastSorted?.deref()
  const posts = (before && placed(newestFirst(before), before, snapshot)) ?? [...snapshot.posts.values()].sort(byDate)
  sorted.set(snapshot, posts)
  lastSorted = new WeakRef(snapshot)
  return posts
}

/** As they were sorted before, what changed in its place if it belongs there. */
function placed(
  those: Sorted,
  before: Snapshot,
  { posts }: Snapshot,
  belongs = (_: PostEntry) => true,
): Sorted | undefined {
  const ids = changedPosts(before.posts, posts)
  if (ids.length > PLACED_MAX) return undefined
  const gone = new Set(ids.map((id) => before.posts.get(id)))
  const all = those.filter((post) => !gone.has(post))
  for (const id of ids) {
    const post = posts.get(id)
    if (!post || !belongs(post)) continue
    const place = all.findIndex((other) => byDate(post, other) < 0)
    all.splice(place === -1 ? all.length : place, 0, post)
  }
  return all
}

type Live = { posts: Sorted; from: string; until: string }
const live = new WeakMap<Snapshot, Live>()
let lastLive: WeakRef<Snapshot> | undefined

/** What a visitor sees (decision 10), newest date first. Chosen once until a post comes or goes by the clock, ten thousand only where many changed. */
export function livePosts(snapshot: Snapshot, now: Date): Sorted {
  const moment = now.toISOString()
  const isLive = (post: PostEntry) => stateAt(post, moment) === 'live'
  const known = live.get(snapshot)
  if (known && isTrueAt(known, moment)) return known.posts
  const before = lastLive?.deref()
  const theirs = before && live.get(before)
  const placedNow = before && theirs && isTrueAt(theirs, moment) && placed(theirs.posts, before, snapshot, isLive)
  const posts = placedNow || newestFirst(snapshot).filter(isLive)
  live.set(snapshot, { posts, from: moment, until: nextMoment(snapshot, moment) ?? NEVER })
  lastLive = new WeakRef(snapshot)
  return posts
}

const isTrueAt = ({ from, until }: Live, moment: string) => from <= moment && moment < until

/** After every date. */
const NEVER = '~'
const moments = new WeakMap<Snapshot, { after: string; next: string }>()

/** When the next post comes or goes by itself, after a moment; ISO 8601. */
export function nextMoment(snapshot: Snapshot, after: string): string | undefined {
  const known = moments.get(snapshot)
  if (known && known.after <= after && after < known.next) return known.next === NEVER ? undefined : known.next
  let next = NEVER
  for (const { draft, date, expires } of snapshot.posts.values()) {
    if (draft) continue
    if (date > after && date < next) next = date
    if (expires !== null && expires > after && expires < next) next = expires
  }
  moments.set(snapshot, { after, next })
  return next === NEVER ? undefined : next
}

function byDate(one: PostEntry, other: PostEntry): number {
  if (one.date !== other.date) return one.date > other.date ? -1 : 1
  return one.id < other.id ? -1 : 1
}
