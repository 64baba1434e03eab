import type { StoredValue } from '#server/storage/keyed-store.ts'
import { COPIES_FOLDER } from '#server/writing/working-copies.ts'

const KEY_CHARACTERS = 16

/**
 * The unsaved texts that the target does not have. Where it has another text under the same name, the text becomes one of a new post,
 * so that neither is lost. `owners`: the administrator of the target by that of the source.
 */
export function mergeCopies(
  source: readonly StoredValue[],
  target: readonly StoredValue[],
  owners: ReadonlyMap<string, string>,
): StoredValue[] {
  const known = new Map(target.map(({ key, value }) => [key, value]))
  return source.flatMap(({ key, value }) => {
    const [, from = '', file = ''] = key.split('/')
    const owner = owners.get(from) ?? from
    const wanted = `${COPIES_FOLDER}/${owner}/${file}`
    const there = known.get(wanted)
    if (there === value) return []
    const free = there === undefined ? wanted : `${COPIES_FOLDER}/${owner}/new-${hashOf(value)}.json`
    if (known.has(free)) return []
    known.set(free, value)
    return [{ key: free, value }]
  })
}

/** The same each time, so that a move that is repeated finds the text. */
const hashOf = (text: string) => Bun.SHA256.hash(text, 'hex').slice(0, KEY_CHARACTERS)
