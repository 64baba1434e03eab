import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { emptyPack, numberIn, type Pack, posting } from './inverted-index.ts'
import { packed } from './packing.ts'
import { type Places, type SearchedPost, termsOf } from './terms.ts'

/** Posts as they can be searched: many in a pack, those that changed since beside it. */
export type SearchIndex = {
  pack: Pack
  /** By their number in the pack; `undefined` where a post is gone, or another one by now. */
  inPack: readonly (PostEntry | undefined)[]
  delta: readonly DeltaDocument[]
}

/** A post beside the pack. Most of its words are in the pack, too: as their numbers there they take a twentieth of the memory. */
export type DeltaDocument = {
  entry: PostEntry
  /** For each word that the pack has: its number there, with the places of the word in this post. */
  known: Uint32Array
  /** The words that no packed post has. */
  others: ReadonlyMap<string, Places>
}

/** So many may stand beside the pack: looking through them takes a millisecond or two. */
export const DELTA_MAX = 200

/**
 * Keeps the words of all posts, whatever their state, as a snapshot has them. Nothing is done until it is asked for; then what
 * changed since is read, or packed anew where that is much. `bodyOf` gives a post's source.
 */
export function createSearchIndex(bodyOf: (entry: PostEntry) => Promise<string>) {
  let pack = emptyPack
  /** What the pack was made of. */
  let packedFrom: readonly PostEntry[] = []
  let delta = new Map<string, DeltaDocument>()

  const read = async (entry: PostEntry): Promise<SearchedPost> => ({
    format: entry.format,
    title: entry.title,
    summary: entry.summary,
    body: await bodyOf(entry),
  })

  async function packAll(posts: readonly PostEntry[]): Promise<void> {
    pack = await packed(posts.length, (from, to) => Promise.all(posts.slice(from, to).map(read)))
    packedFrom = posts
    delta = new Map()
  }

  /** Brings all up to this snapshot. */
  return async function indexFor({ posts }: Snapshot): Promise<SearchIndex> {
    const isPacked = new Map(packedFrom.map(({ id, revision }) => [id, revision]))
    const others = [...posts.values()].filter(({ id, revision }) => isPacked.get(id) !== revision)
    if (others.length > DELTA_MAX) {
      await packAll([...posts.values()])
      return { pack, inPack: packedFrom, delta: [] }
    }
    const next: typeof delta = new Map()
    for (const entry of others) {
      const before = delta.get(entry.id)
      const words = before?.entry.revision === entry.revision ? before : numbered(termsOf(await read(entry)), pack)
      next.set(entry.id, { ...words, entry })
    }
    delta = next
    const now = ({ id, revision }: PostEntry) => {
      const entry = posts.get(id)
      return entry?.revision === revision ? entry : undefined
    }
    return { pack, inPack: packedFrom.map(now), delta: [...delta.values()] }
  }
}

function numbered(terms: ReadonlyMap<string, Places>, pack: Pack): Omit<DeltaDocument, 'entry'> {
  const known: number[] = []
  const others = new Map<string, Places>()
  for (const [term, places] of terms) {
    const number = numberIn(pack, term)
    if (number === undefined) others.set(term, places)
    else known.push(posting(number, places))
  }
  return { known: Uint32Array.from(known), others }
}
