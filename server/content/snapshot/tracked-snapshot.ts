import type { PostEntry } from '#server/content/files/post-file.ts'
import {
  CARD_FIELDS,
  cardKey,
  entryKeys,
  type InvalidationKey,
  LIST_FIELDS,
  partKeys,
  postKey,
  type TrackDependency,
} from './changed-keys.ts'
import type { Snapshot } from './snapshot.ts'

const tracked = new WeakMap<Snapshot, { source: Snapshot; uses: TrackDependency }>()

const EVERY_POST = ['list', 'any-post', 'any-card'] as const

/** The keys of what is read of each part: those of the whole part, or the key of an entry. Pages show no problems. */
const readKeys: Record<
  keyof Snapshot,
  InvalidationKey | readonly InvalidationKey[] | ((id: string) => InvalidationKey)
> = {
  ...entryKeys,
  ...partKeys,
  posts: postKey,
  ids: EVERY_POST,
  pictures: EVERY_POST,
  spellings: 'terms',
  formerAuthors: 'authors',
  problems: [],
  lastGood: [],
}
const isPart = (name: PropertyKey): name is keyof Snapshot => Object.hasOwn(readKeys, name)

/** The same snapshot, which calls `uses` with the key of each record that is read of it, in reads that find nothing too. */
export function trackedSnapshot(source: Snapshot, uses: TrackDependency): Snapshot {
  const usesAll = (keys: readonly InvalidationKey[]) => {
    for (const key of keys) uses(key)
  }
  const snapshot = new Proxy(source, {
    get(_, name) {
      const value = Reflect.get(source, name)
      if (!isPart(name)) return value
      const keys = readKeys[name]
      if (typeof keys === 'function')
        return trackedMap(
          value,
          (id) => uses(keys(id)),
          () => usesAll(EVERY_POST),
        )
      usesAll(typeof keys === 'string' ? [keys] : keys)
      return value
    },
  })
  tracked.set(snapshot, { source, uses })
  return snapshot
}

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
