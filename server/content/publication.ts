import { pagePaths } from '#contract/paths.ts'
import type { PostState } from '#contract/post-form.ts'
import type { BlogSchedule } from '#contract/posts.ts'
import { authorsOf, type PostEntry } from '#server/content/files/post-file.ts'
import { type InvalidationKey, imageKeys } from '#server/content/snapshot/changed-keys.ts'
import { postAtOldPath } from '#server/content/snapshot/old-paths.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { sourceOf } from '#server/content/snapshot/tracked-snapshot.ts'
import type { Content } from './content.ts'

type Times = Pick<PostEntry, 'date' | 'expires' | 'draft'>
type Sorted = readonly PostEntry[]

/** The state of a post at a moment, from its file and the time alone (docs/product-rules.md#blog-visibility). */
export const stateOf = (times: Times, now: Date): PostState => stateAt(times, now.toISOString())

/** ISO dates in UTC compare as text. */
function stateAt({ date, expires, draft }: Times, moment: string): PostState {
  if (draft) return 'draft'
  if (expires !== null && expires <= moment) return 'expired'
  return date > moment ? 'scheduled' : 'live'
}

/** Which post has a former URL may depend on the names and dates of all. */
const postAt = (snapshot: Snapshot, path: string) => postAtOldPath(snapshot, path, sourceOf(snapshot, 'list'))

/** Finds a post by its id, or by what was below `/blog/` in a former URL, whatever its state. */
export const findPost = (snapshot: Snapshot, id: string): PostEntry | undefined =>
  snapshot.posts.get(id) ?? postAt(snapshot, pagePaths.post(id))

/** Finds the live post at a former URL. */
export function livePostAt(path: string, snapshot: Snapshot, now: Date): PostEntry | undefined {
  const post = postAt(snapshot, path)
  return post && stateOf(post, now) === 'live' ? post : undefined
}

const sorted = new WeakMap<Snapshot, Sorted>()

/** The last posts that were sorted: nearly all of the next ones are the same. */
let last: { posts: Snapshot['posts']; sorted: Sorted } = { posts: new Map(), sorted: [] }

/** Every post, whatever its state; newest date first, then by id. Sorted once per snapshot, the unchanged ones as before. */
export function newestFirst(read: Snapshot): Sorted {
  const snapshot = sourceOf(read, 'list')
  const known = sorted.get(snapshot)
  if (known) return known
  const { posts } = snapshot
  const unchanged = last.sorted.filter((post) => posts.get(post.id) === post)
  const changed = [...posts.values()].filter((post) => last.posts.get(post.id) !== post).sort(byDate)
  const all = mergeSorted(unchanged, changed)
  last = { posts, sorted: all }
  sorted.set(snapshot, all)
  return all
}

function mergeSorted(a: Sorted, b: Sorted): Sorted {
  const merged: PostEntry[] = []
  let at = 0
  for (const post of a) {
    for (let next = b[at]; next && byDate(next, post) < 0; next = b[++at]) merged.push(next)
    merged.push(post)
  }
  return merged.concat(b.slice(at))
}

type Live = { posts: Sorted; from: string; until: string }
const live = new WeakMap<Snapshot, Live>()

/** The posts that visitors see in lists, newest date first. Computed once per snapshot, until a post appears or expires. */
export function livePosts(read: Snapshot, now: Date): Sorted {
  const snapshot = sourceOf(read, 'list')
  const moment = now.toISOString()
  const known = live.get(snapshot)
  if (known && known.from <= moment && moment < known.until) return known.posts
  const posts = newestFirst(snapshot).filter((post) => !post.unlisted && stateAt(post, moment) === 'live')
  live.set(snapshot, { posts, from: moment, until: nextMoment(snapshot, moment) ?? NEVER })
  return posts
}

/** What posts are filed under, and who wrote them. */
export type TermsKey = 'categories' | 'tags' | 'authors'
/** `live`: live posts use it, so it has a page. `unused`: no post does. `hidden`: only drafts, scheduled or expired posts do. */
export type TermState = 'live' | 'unused' | 'hidden'

/** The state of a category, a tag or an author at a moment (docs/product-rules.md#term-visibility). */
export function termStateOf(kind: TermsKey, id: string, snapshot: Snapshot, now: Date): TermState {
  if (idsUsedBy(livePosts(snapshot, now))[kind].has(id)) return 'live'
  return idsUsedBy(newestFirst(snapshot))[kind].has(id) ? 'hidden' : 'unused'
}

type UsedIds = Record<TermsKey, ReadonlySet<string>>
const used = new WeakMap<Sorted, UsedIds>()

/** Collected once for each list of posts. */
const idsUsedBy = (posts: Sorted): UsedIds =>
  used.getOrInsertComputed(posts, () => ({
    categories: new Set(posts.flatMap(({ category }) => category ?? [])),
    tags: new Set(posts.flatMap(({ tags }) => tags)),
    authors: new Set(posts.flatMap(authorsOf)),
  }))

/** After every date. */
const NEVER = '~'

/** The scheduled moments at which a post appears or expires; ISO 8601. */
const momentsOf = ({ draft, date, expires }: PostEntry): string[] =>
  draft ? [] : expires === null ? [date] : [date, expires]

/** The first scheduled moment after `after` at which a post appears or expires. */
function nextMoment({ posts }: Snapshot, after: string): string | undefined {
  let next = NEVER
  for (const post of posts.values()) {
    for (const moment of momentsOf(post)) if (moment > after && moment < next) next = moment
  }
  return next === NEVER ? undefined : next
}

function byDate(a: PostEntry, b: PostEntry): number {
  if (a.date !== b.date) return a.date > b.date ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** The number of posts in each state, and the next post that appears or expires. */
export function blogSchedule(snapshot: Snapshot, now: Date): BlogSchedule {
  const posts = [...snapshot.posts.values()]
  const counts = { live: 0, draft: 0, scheduled: 0, expired: 0 }
  for (const post of posts) counts[stateOf(post, now)]++
  const at = nextMoment(snapshot, now.toISOString())
  const post = at === undefined ? undefined : posts.find((one) => momentsOf(one).includes(at))
  if (at === undefined || !post) return { next: null, counts }
  return { next: { id: post.id, title: post.title, at, what: post.date === at ? 'appears' : 'expires' }, counts }
}

/** Sets a timer and returns a function that clears it. */
export type Timers = { set(callback: () => void, delayMs: number): () => void }

/** The maximum of setTimeout, 24.8 days. */
const DELAY_MAX_MS = 2 ** 31 - 1

const hostTimers: Timers = {
  set(callback, delayMs) {
    const timer = setTimeout(callback, delayMs).unref()
    return () => clearTimeout(timer)
  },
}

type ScheduleDeps = {
  content: Content
  now: () => Date
  /** Called with the keys that changed because time passed. */
  onDue: (keys: Set<InvalidationKey>) => void
  timers?: Timers | undefined
}

/** Waits for the next moment at which a post appears or expires, and invalidates what shows it. */
export function createSchedule({ content, now, onDue, timers = hostTimers }: ScheduleDeps) {
  let seenUntil = now().toISOString()
  let disarm = () => {}
  let isClosed = false

  /** Reports the posts of this snapshot that have become due, and sets the timer for the next one. */
  function update({ posts }: Snapshot): void {
    if (isClosed) return
    const moment = now().toISOString()
    const isDue = (post: PostEntry) => momentsOf(post).some((one) => one > seenUntil && one <= moment)
    const due = [...posts.values()].filter(isDue)
    seenUntil = moment
    // First: also if `onDue` fails, the next post appears.
    disarm()
    const next = nextMoment(content.snapshot(), moment)
    if (next !== undefined) {
      const delay = Date.parse(next) - Date.parse(moment)
      disarm = timers.set(() => update(content.snapshot()), Math.min(delay, DELAY_MAX_MS))
    }
    if (due.length > 0) onDue(new Set(due.flatMap(({ id }) => [...imageKeys(id), 'list' as const])))
  }

  content.onChange(update)
  update(content.snapshot())

  return {
    close(): void {
      isClosed = true
      disarm()
    },
  }
}
