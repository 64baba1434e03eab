import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { emptyPack, type Pack } from './pack.ts'
import { packed } from './packing.ts'
import { type Places, type SearchedPost, termsOf } from './terms.ts'

/** Posts as they can be searched: many in a pack, those that changed since beside it. */
export type Shelf = {
  pack: Pack
  /** By their number in the pack; `undefined` where a post is gone, or another one by now. */
  inPack: readonly (PostEntry | undefined)[]
  beside: readonly { entry: PostEntry; terms: ReadonlyMap<string, Places> }[]
}

/** So many may stand beside the pack: looking through them takes a millisecond or two. */
export const BESIDE_MAX = 200

/**
 * Keeps the words of all posts, whatever their state, as a snapshot has them. Nothing is done until somebody searches; then what
 * changed since is read, or packed anew where that is much. `bodyOf` gives a post's source.
 */
export function createShelf(bodyOf: (entry: PostEntry) => Promise<string>) {
  let pack = emptyPack
  /** What the pack was made of. */
  let packedFrom: readonly PostEntry[] = []
  let beside = new Map<string, { entry: PostEntry; terms: ReadonlyMap<string, Places> }>()

  const read = async (entry: PostEntry): Promise<SearchedPost> => ({
    format: entry.format,
    title: entry.title,
    summary: entry.summary,
    body: await bodyOf(entry),
  })

  async function packAll(posts: readonly PostEntry[]): Promise<void> {
    pack = await packed(posts.length, (from, to) => Promise.all(posts.slice(from, to).map(read)))
    packedFrom = posts
    beside = new Map()
  }

  /** Brings all up to this snapshot. */
  return async function shelfOf({ posts }: Snapshot): Promise<Shelf> {
    const isPacked = new Map(packedFrom.map(({ id, revision }) => [id, revision]))
    const others = [...posts.values()].filter(({ id, revision }) => isPacked.get(id) !== revision)
    if (others.length > BESIDE_MAX) {
      await packAll([...posts.values()])
      return { pack, inPack: packedFrom, beside: [] }
    }
    const next: typeof beside = new Map()
    for (const entry of others) {
      const known = beside.get(entry.id)
      const terms = known?.entry.revision === entry.revision ? known.terms : termsOf(await read(entry))
      next.set(entry.id, { entry, terms })
    }
    beside = next
    const now = ({ id, revision }: PostEntry) => {
      const entry = posts.get(id)
      return entry?.revision === revision ? entry : undefined
    }
    return { pack, inPack: packedFrom.map(now), beside: [...beside.values()] }
  }
}
