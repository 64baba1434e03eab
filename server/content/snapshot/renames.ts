import type { AuthorEntry, TermEntry } from '#server/content/files/decode-file.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import type { Rename } from './aliases.ts'
import { hasFormerId, isUnfiled, type TermKind } from './post-terms.ts'
import type { Snapshot } from './snapshot.ts'

export function isUnresolved(kind: Rename['kind'], id: string, now: Snapshot): boolean {
  if (kind === 'posts') return !now.posts.has(id) && !now.aliases.has(id)
  return kind === 'authors' ? !now.authors.has(id) && !now.formerAuthors.has(id) : !hasFormerId(now[kind], id)
}

export const isOpen = ({ kind, from, to }: Rename, now: Snapshot): boolean =>
  isUnresolved(kind, from, now) && hasFile(now[kind].get(to))

/** Entries whose files have disappeared, without a redirect, and others that have appeared. */
export type Replaced =
  | { kind: 'posts'; removed: readonly PostEntry[]; added: readonly PostEntry[] }
  | { kind: 'authors'; removed: readonly AuthorEntry[]; added: readonly AuthorEntry[] }
  | { kind: TermKind; removed: readonly TermEntry[]; added: readonly TermEntry[] }

/** What a change of the folder may have renamed. `moved`: posts whose id has changed although their file has not. */
export function replacedBetween(before: Snapshot, after: Snapshot): { replaced: Replaced[]; moved: Rename[] } {
  if (before.ids === after.ids && before.spellings === after.spellings && before.authors === after.authors)
    return { replaced: [], moved: [] }
  const gone = [...before.posts.values()].filter(({ id }) => isUnresolved('posts', id, after))
  const moved = gone.flatMap(({ id: from, file }) => {
    const to = after.ids.get(file)
    return to === undefined ? [] : [{ kind: 'posts' as const, from, to }]
  })
  const removed = gone.filter(({ file }) => !after.ids.has(file))
  const added = [...after.posts.values()].filter(({ id }) => !before.posts.has(id))
  const terms = (['categories', 'tags'] as const).map((kind) => ({
    kind,
    removed: [...before[kind].values()].filter((term) => hasFile(term) && isUnresolved(kind, term.id, after)),
    added: [...after[kind].values()].filter((term) => hasFile(term) && !hasFile(before[kind].get(term.id))),
  }))
  const authors = {
    kind: 'authors' as const,
    removed: [...before.authors.values()].filter(({ id }) => isUnresolved('authors', id, after)),
    added: [...after.authors.values()].filter(({ id }) => !before.authors.has(id)),
  }
  const all: Replaced[] = [{ kind: 'posts', removed, added }, ...terms, authors]
  return { replaced: all.filter(({ removed, added }) => removed.length > 0 && added.length > 0), moved }
}

const hasFile = (entry: PostEntry | TermEntry | AuthorEntry | undefined) => entry !== undefined && !isUnfiled(entry)
