import type { PostEntry } from '#server/content/files/post-file.ts'
import {
  CARD_FIELDS,
  cardKey,
  type InvalidationKey,
  LIST_FIELDS,
  landingKey,
  oldPathKey,
  pageTextsKey,
  postKey,
  type TrackDependency,
} from './changed-keys.ts'
import type { Snapshot } from './snapshot.ts'

const tracked = new WeakMap<Snapshot, { source: Snapshot; uses: TrackDependency }>()

/** The same snapshot, which calls `uses` with the key of each record that is read of it, in reads that find nothing too. */
export function trackedSnapshot(source: Snapshot, uses: TrackDependency): Snapshot {
  const read = <Name extends keyof Snapshot>(
    name: Name,
    key: 'terms' | 'authors' | 'site' | 'plans',
  ): Snapshot[Name] => {
    uses(key)
    return source[name]
  }
  const every = () => {
    for (const key of EVERY_POST) uses(key)
  }
  const snapshot: Snapshot = {
    get posts() {
      return trackedMap(source.posts, (id) => uses(postKey(id)), every)
    },
    get aliases() {
      return trackedMap(source.aliases, (id) => uses(postKey(id)), every)
    },
    get oldPaths() {
      return trackedMap(source.oldPaths, (path) => uses(oldPathKey(path)), every)
    },
    get landings() {
      return trackedMap(source.landings, (id) => uses(landingKey(id)), every)
    },
    get pageTexts() {
      return trackedMap(source.pageTexts, (id) => uses(pageTextsKey(id)), every)
    },
    get ids() {
      every()
      return source.ids
    },
    get pictures() {
      every()
      return source.pictures
    },
    get categories() {
      return read('categories', 'terms')
    },
    get tags() {
      return read('tags', 'terms')
    },
    get spellings() {
      return read('spellings', 'terms')
    },
    get pluginPrices() {
      return read('pluginPrices', 'site')
    },
    get authors() {
      return read('authors', 'authors')
    },
    get formerAuthors() {
      return read('formerAuthors', 'authors')
    },
    get authorNames() {
      return read('authorNames', 'authors')
    },
    get site() {
      return read('site', 'site')
    },
    get legal() {
      return read('legal', 'site')
    },
    get plans() {
      return read('plans', 'plans')
    },
    // Pages show no problems.
    problems: source.problems,
    lastGood: source.lastGood,
  }
  tracked.set(snapshot, { source, uses })
  return snapshot
}

const EVERY_POST = ['list', 'any-post', 'any-card'] as const

/** Calls `onKey` for each key that is looked up, and `onAll` where the entries are enumerated. */
function trackedMap<Value>(
  map: ReadonlyMap<string, Value>,
  onKey: (key: string) => void,
  onAll: () => void,
): ReadonlyMap<string, Value> {
  const entries = () => {
    onAll()
    return map
  }
  return {
    get(key) {
      onKey(key)
      return map.get(key)
    },
    has(key) {
      onKey(key)
      return map.has(key)
    },
    get size() {
      return entries().size
    },
    keys: () => entries().keys(),
    values: () => entries().values(),
    entries: () => entries().entries(),
    forEach: (visit) => entries().forEach(visit),
    [Symbol.iterator]: () => entries()[Symbol.iterator](),
  }
}

/** The snapshot behind a tracked one, for what is derived of all posts and computed once. `keys`: what that depends on. */
export function sourceOf(snapshot: Snapshot, ...keys: readonly InvalidationKey[]): Snapshot {
  const tracking = tracked.get(snapshot)
  if (!tracking) return snapshot
  for (const key of keys) tracking.uses(key)
  return tracking.source
}

/** The text of every post is read, by a search. */
export const readEveryPost = (snapshot: Snapshot): void => {
  for (const key of EVERY_POST) sourceOf(snapshot, key)
}

const ofList: ReadonlySet<PropertyKey> = new Set(['id', ...LIST_FIELDS])
const ofCard: ReadonlySet<PropertyKey> = new Set(CARD_FIELDS)

/**
 * A post of a list, `livePosts` for example: what is read of it is tracked, beyond what decides about its place there. Of the post
 * that the map `posts` returns, everything is.
 */
export function listed(snapshot: Snapshot, post: PostEntry): PostEntry {
  const uses = tracked.get(snapshot)?.uses
  if (!uses) return post
  return new Proxy(post, {
    get(target, field) {
      if (!ofList.has(field)) uses(ofCard.has(field) ? cardKey(post.id) : postKey(post.id))
      return Reflect.get(target, field)
    },
  })
}
