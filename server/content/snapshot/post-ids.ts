import { RESERVED_IDS } from '#contract/paths.ts'
import { ID_PATTERN } from '#contract/validate.ts'
import type { DecodedPost } from '#server/content/files/decode-file.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { formerId } from '#server/content/files/post-names.ts'

type Report = (file: string, reason: string, severity: 'warning') => void

/** Entries under another id than their file wants: an entry is replaced only when its file or its id changes. */
const suffixed = new WeakMap<PostEntry, PostEntry>()

/**
 * Gives each post its own id. Of several files that want the same one, a file whose whole name it is comes first, because its
 * URL has always been this one; then the first by path. Files that only later releases read come last. The others get `-2`,
 * `-3` and a warning. In the order of the paths.
 */
export function assignIds(decoded: readonly DecodedPost[], report: Report): DecodedPost[] {
  const byPath = decoded.toSorted((a, b) => (a.post.file < b.post.file ? -1 : 1))
  const owners = new Map<string, DecodedPost>()
  for (const turn of TURNS)
    for (const one of byPath) {
      const { id, file } = one.post
      if (turnOf(file, id) === turn && !owners.has(id) && !RESERVED_IDS.includes(id)) owners.set(id, one)
    }
  const taken = new Set(owners.keys())
  return byPath.map((one) => {
    const { id, file } = one.post
    const owner = owners.get(id)
    if (owner === one) return one
    const free = freeId(id, taken)
    taken.add(free)
    const why = owner ? `${owner.post.file} has the id "${id}"` : `no post can have the id "${id}"`
    report(file, `${why}, so this post is "${free}": write slug: to choose another one`, 'warning')
    return { ...one, post: withId(one.post, free) }
  })
}

const TURNS = ['whole name', 'any name', 'later release'] as const
function turnOf(file: string, id: string): (typeof TURNS)[number] {
  if (/\.htm$/i.test(file)) return 'later release'
  return formerId(file) === id ? 'whole name' : 'any name'
}

export function withId(post: PostEntry, id: string): PostEntry {
  const known = suffixed.get(post)
  if (known?.id === id) return known
  const entry = { ...post, id }
  suffixed.set(post, entry)
  return entry
}

const ID_MAX_CHARACTERS = 80

function freeId(id: string, taken: ReadonlySet<string>): string {
  for (let count = 2; ; count += 1) {
    const next = `${id.slice(0, ID_MAX_CHARACTERS - `-${count}`.length)}-${count}`
    if (!taken.has(next) && ID_PATTERN.test(next)) return next
  }
}

type Ids = ReadonlyMap<string, string>
type IdsOfChange = {
  /** Ids by file. */
  before: Ids
  after: Ids
  wantedId(file: string): string | undefined
  /** These may have another id than they want. */
  suffixed: ReadonlySet<string>
}

/** Whether a change neither leaves a post without its id nor takes that of another post. */
export function areIdsFree(changed: readonly string[], { before, after, wantedId, suffixed }: IdsOfChange): boolean {
  if (before === after) return true
  const isOff = (file: string) => {
    const id = after.get(file)
    return wantedId(file) !== undefined && !suffixed.has(file) && id !== wantedId(file) && id !== before.get(file)
  }
  if (changed.some(isOff)) return false
  // Without a file, its id passes to the next one.
  const isRemoval = changed.some((file) => wantedId(file) === undefined && before.has(file))
  return (
    isRemoval ||
    [...before].every(([file, id]) => changed.includes(file) || suffixed.has(file) || after.get(file) === id)
  )
}
