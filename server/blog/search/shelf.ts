import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { emptyPack, numberIn, type Pack, posting } from './pack.ts'
import { packed } from './packing.ts'
import { type Places, type SearchedPost, termsOf } from './terms.ts'

/** Posts as they can be searched: many in a pack, those that changed since beside it. */
export type Shelf = {
  pack: Pack
  /** By their number in the pack; `undefined` where a post is gone, or another one by now. */
  inPack: readonly (PostEntry | undefined)[]
  beside: readonly Beside[]
}

/** A post beside the pack. Most of its words are in the pack, too: as their numbers there they take a twentieth of the memory. */
export type Beside = {
  entry: PostEntry
  /** For each word that the pack has: its number there, with the places of the word in this post. */
  known: Uint32Array
  /** The words that no packed post has. */
  others: ReadonlyMap<string, Places>
}

/** So many may stand beside the pack: looking through them takes a millisecond or two. */
export const BESIDE_MAX = 200

/**
 * Keeps the words of all posts, whatever their state, as a snapshot has them. Nothing is done until it is asked for; then what
 * changed since is read, or packed anew where that is much. `bodyOf` gives a post's source.
 */
export function createShelf(bodyOf: (entry: PostEntry) => Promise<string>) {
  let pack = emptyPack
  /** What the pack was made of. */
  let packedFrom: readonly PostEntry[] = []
  let beside = new Map<string, Beside>()

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
      const before = beside.get(entry.id)
      const words = before?.entry.revision === entry.revision ? before : numbered(termsOf(await read(entry)), pack)
      next.set(entry.id, { ...words, entry })
    }
    beside = next
    const now = ({ id, revision }: PostEntry) => {
      const entry = posts.get(id)
      return entry?.revision === revision ? entry : undefined
    }
    return { pack, inPack: packedFrom.map(now), beside: [...beside.values()] }
  }
}

function numbered(terms: ReadonlyMap<string, Places>, pack: Pack): Omit<Beside, 'entry'> {
  const known: number[] = []
  const others = new Map<string, Places>()
  for (const [term, places] of terms) {
    const number = numberIn(pack, term)
    if (number === undefined) others.set(term, places)
    else known.push(posting(number, places))
  }
  return { known: Uint32Array.from(known), others }
}
