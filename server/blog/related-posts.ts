import { tokenize } from '#server/blog/search/tokenize.ts'
import { aroundKey, changedCards, type InvalidationKey, linkKey } from '#server/content/changed-keys.ts'
import { livePosts, newestFirst, stateOf } from '#server/content/publication.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { toPlainText } from '#server/lib/to-plain-text.ts'

/**
 * Terms of more posts than this are too common: of those posts, only the ones from about the same time are compared.
 */
const RARE_MAX_POSTS = 300
const SAME_TIME_POSTS = 50
/** Weight of a shared category relative to a tag of the same rarity, and of each shared word of title and summary. */
const CATEGORY = 0.5
const WORD = 0.2
const WORDS_MAX = 10
const WORD_MIN_CHARACTERS = 5

/**
 * Finds the live posts most similar to one: cosine similarity over IDF-weighted tags and category, plus shared words.
 * The index is updated only for posts that changed. Hidden posts are not counted, because the order of related posts
 * would reveal them.
 */
export function createRelatedPosts() {
  let seen: ReadonlySet<PostEntry> = new Set()
  let lastLive: readonly PostEntry[] = []
  const having = new Map<string, Set<PostEntry>>()
  const words = new WeakMap<PostEntry, ReadonlySet<string>>()

  function catchUp(live: readonly PostEntry[]): void {
    if (live === lastLive) return
    const current = new Set(live)
    for (const entry of seen) if (!current.has(entry)) forget(entry)
    for (const entry of current) if (!seen.has(entry)) note(entry)
    seen = current
    lastLive = live
  }

  function note(entry: PostEntry): void {
    for (const trait of traitsOf(entry)) {
      const posts = having.get(trait) ?? new Set()
      having.set(trait, posts.add(entry))
    }
  }

  function forget(entry: PostEntry): void {
    for (const trait of traitsOf(entry)) having.get(trait)?.delete(entry)
  }

  /** Inverse document frequency. */
  const weight = (trait: string) => {
    const rarity = Math.log(1 + seen.size / (having.get(trait)?.size || 1))
    return trait.startsWith('category:') ? rarity * CATEGORY : rarity
  }

  function candidates(entry: PostEntry, all: readonly PostEntry[]): Set<PostEntry> {
    const place = all.indexOf(entry)
    const at = place === -1 ? all.filter(({ date }) => date > entry.date).length : place
    const found = new Set(all.slice(Math.max(0, at - SAME_TIME_POSTS), at + SAME_TIME_POSTS))
    for (const trait of traitsOf(entry)) {
      const posts = having.get(trait)
      if (posts && posts.size <= RARE_MAX_POSTS) for (const one of posts) found.add(one)
    }
    found.delete(entry)
    return found
  }

  function wordsIn(entry: PostEntry): ReadonlySet<string> {
    const known = words.get(entry)
    if (known) return known
    const all = tokenize(`${entry.title} ${toPlainText('html', entry.summary)}`)
    const long = new Set(all.filter((word) => word.length >= WORD_MIN_CHARACTERS))
    words.set(entry, long)
    return long
  }

  /** Returns 0 for posts that share neither tag nor category. */
  function nearness(one: PostEntry, other: PostEntry): number {
    const mine = traitsOf(one)
    const theirs = traitsOf(other)
    const shared = sum(mine.filter((trait) => theirs.includes(trait)).map(weight))
    if (shared === 0) return 0
    const words = [...wordsIn(one)].filter((word) => wordsIn(other).has(word)).length
    const all = Math.sqrt(sum(mine.map(weight)) * sum(theirs.map(weight)))
    return shared / all + WORD * Math.min(words, WORDS_MAX)
  }

  /** Returns the most similar live posts; posts with equal scores by the distance of their dates. */
  return function findRelated(entry: PostEntry, snapshot: Snapshot, now: Date, count: number): PostEntry[] {
    const live = livePosts(snapshot, now)
    catchUp(live)
    const moment = new Date(entry.date).getTime()
    return [...candidates(entry, live)]
      .map((one) => ({ one, near: nearness(entry, one), apart: Math.abs(new Date(one.date).getTime() - moment) }))
      .filter(({ near }) => near > 0)
      .sort((a, b) => b.near - a.near || a.apart - b.apart || (a.one.id < b.one.id ? -1 : 1))
      .slice(0, count)
      .map(({ one }) => one)
  }
}

const traitsOf = ({ category, tags }: PostEntry): string[] => [
  ...(category === null ? [] : [`category:${category}`]),
  ...new Set(tags.map((tag) => `tag:${tag}`)),
]

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

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
