import { type AllPostsQuery, type PostSort, usualOrder } from '#contract/post-list.ts'
import { authorsOf, type PostEntry, UNDATED } from '#server/content/files/post-file.ts'
import { newestFirst, stateOf } from '#server/content/publication.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { normalize } from '#server/text/scan/words.ts'
import { authorOf } from './post-page.ts'

type Posts = readonly PostEntry[]

/** Whether a post matches what only administrators can ask for: author and days. */
export function matcherOf({ author, from, to }: AllPostsQuery, snapshot: Snapshot) {
  const isOnDay = ({ date }: PostEntry) =>
    (from === undefined && to === undefined) ||
    (date !== UNDATED && date.slice(0, 10) >= (from ?? '') && (to === undefined || date.slice(0, 10) <= to))
  if (!author) return isOnDay
  const isId = snapshot.authors.has(author)
  const words = normalize(author.trim())
  const isBy = (post: PostEntry) =>
    isId ? authorsOf(post).includes(author) : normalize(authorOf(post, snapshot).author ?? '').includes(words)
  return (post: PostEntry) => isOnDay(post) && isBy(post)
}

/** The posts in the order of a query, which does not say more than `sort` and `order` here. */
export function inOrder(posts: Posts, { sort = 'date', order }: AllPostsQuery, snapshot: Snapshot, now: Date): Posts {
  const ranks = sort === 'state' ? ranksOf(byState(newestFirst(snapshot), now)) : ranksIn(snapshot, sort)
  const usual = usualOrder(sort)
  const sign = (order ?? usual) === usual ? 1 : -1
  return posts.toSorted((one, other) => sign * ((ranks.get(one) ?? 0) - (ranks.get(other) ?? 0)))
}

/** A state changes with the time, so its order is not stored. */
const byState = (posts: Posts, now: Date): Posts =>
  posts.toSorted((one, other) => STATES.indexOf(stateOf(one, now)) - STATES.indexOf(stateOf(other, now)))
const STATES = ['draft', 'scheduled', 'live', 'expired']

const ranksOf = (posts: Posts): Ranks => new Map(posts.map((post, at) => [post, at]))

type Ranks = ReadonlyMap<PostEntry, number>
const known = new WeakMap<Snapshot, Map<PostSort, Ranks>>()

/** The position of each post in the default order. Sorted once per snapshot, because comparing 10,000 titles takes a while. */
function ranksIn(snapshot: Snapshot, sort: PostSort): Ranks {
  const bySort = known.get(snapshot) ?? new Map<PostSort, Ranks>()
  known.set(snapshot, bySort)
  const ranks = bySort.get(sort) ?? ranksOf(sorted(snapshot, sort))
  bySort.set(sort, ranks)
  return ranks
}

const titles = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const changedAt = ({ updated, date }: PostEntry) => updated ?? date

/** Sorting is stable: equal posts are newest first. */
function sorted(snapshot: Snapshot, sort: PostSort): Posts {
  const posts = newestFirst(snapshot)
  if (sort === 'date') return posts
  if (sort === 'words') return posts.toSorted((one, other) => other.words - one.words)
  if (sort === 'title') return posts.toSorted((one, other) => titles.compare(one.title, other.title))
  if (sort === 'author') {
    const names = new Map(posts.map((post) => [post, authorOf(post, snapshot).author ?? '']))
    return posts.toSorted((one, other) => titles.compare(names.get(one) ?? '', names.get(other) ?? ''))
  }
  return posts.toSorted((one, other) =>
    changedAt(one) < changedAt(other) ? 1 : changedAt(one) > changedAt(other) ? -1 : 0,
  )
}
