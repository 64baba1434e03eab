import type { AuthorEntry } from '#server/content/files/decode-file.ts'
import { authorsOf, type PostEntry } from '#server/content/files/post-file.ts'

type Authors = ReadonlyMap<string, AuthorEntry>
/** Former id → id of an author. */
export type FormerAuthors = ReadonlyMap<string, string>

/** The former ids that the files of authors name, and renames that are in none of them. An id of today is none; of two authors, the first by id has it. */
export function formerAuthors(authors: Authors, renames: readonly { from: string; to: string }[]): FormerAuthors {
  const former = new Map<string, string>()
  const add = (from: string, to: string) => void (authors.has(from) || former.has(from) || former.set(from, to))
  for (const id of [...authors.keys()].sort()) for (const from of authors.get(id)?.aliases ?? []) add(from, id)
  for (const { from, to } of renames) if (authors.has(to)) add(from, to)
  return former
}

const known = new WeakMap<PostEntry, PostEntry>()

/** The entry with the current ids of its authors. The same one for the same authors: pages and caches depend on it. */
export function withAuthors(entry: PostEntry, former: FormerAuthors): PostEntry {
  if (entry.author === null || former.size === 0) return entry
  const author = authorsOf(entry)
    .map((one) => former.get(one) ?? one)
    .join(', ')
  if (author === entry.author) return entry
  const before = known.get(entry)
  if (before?.author === author) return before
  const next = { ...entry, author }
  known.set(entry, next)
  return next
}
