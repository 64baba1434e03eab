import type { AutosavedDraft } from '#client/admin/post-form/use-post-form.ts'
import type { WorkingCopy } from '#contract/writing.ts'

/** A text that was not saved, of this administrator: on the server, or only in this browser. */
export type Offer = { savedAt: string; title: string } & ({ copy: WorkingCopy } | { draft: AutosavedDraft })

/** The newest of both. */
export function offerOf(copy: WorkingCopy | undefined, draft: AutosavedDraft | undefined): Offer | undefined {
  if (copy && !(draft && draft.savedAt > copy.saved_at)) return { savedAt: copy.saved_at, title: copy.title, copy }
  return draft && { savedAt: draft.savedAt, title: draft.fields.title, draft }
}
