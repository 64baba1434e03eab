import type { LeadKind } from '#contract/lead-query.ts'
import type { Ends } from './newest-first.ts'

const CURSORS_MAX = 1000

/** Where the pages that were just given end, so that the next ones need not be looked for; the latest thousand. */
export function createCursors() {
  const cursors = new Map<string, Ends>()
  const keyOf = (id: string, kind: LeadKind | undefined) => `${kind ?? 'all'} ${id}`

  return {
    get: (id: string, kind: LeadKind | undefined): Ends | undefined => cursors.get(keyOf(id, kind)),
    /** `id` is the last lead of a page of this kind, or of all; gives it back. */
    keep(id: string, kind: LeadKind | undefined, ends: Ends): string {
      cursors.delete(keyOf(id, kind))
      cursors.set(keyOf(id, kind), ends)
      for (const oldest of cursors.keys()) if (cursors.size > CURSORS_MAX) cursors.delete(oldest)
      return id
    },
  }
}
