import type { StoredText } from '#server/database/stored-texts.ts'
import { COPIES_FOLDER } from '#server/writing/working-copies.ts'

const KEY_CHARACTERS = 16

/**
 * The unsaved texts that the target does not have. Where it has another text under the same name, the text becomes one of a new post,
 * so that neither is lost. `owners`: the administrator of the target by that of the source.
 */
export function mergeCopies(
  source: readonly StoredText[],
  target: readonly StoredText[],
  owners: ReadonlyMap<string, string>,
): StoredText[] {
  const known = new Map(target.map(({ name, value }) => [name, value]))
  return source.flatMap(({ name, value }) => {
    const [, from = '', key = ''] = name.split('/')
    const owner = owners.get(from) ?? from
    const wanted = `${COPIES_FOLDER}/${owner}/${key}`
    const there = known.get(wanted)
    if (there === value) return []
    const free = there === undefined ? wanted : `${COPIES_FOLDER}/${owner}/new-${hashOf(value)}.json`
    if (known.has(free)) return []
    known.set(free, value)
    return [{ name: free, value }]
  })
}

/** The same each time, so that a move that is repeated finds the text. */
const hashOf = (text: string) => Bun.SHA256.hash(text, 'hex').slice(0, KEY_CHARACTERS)
