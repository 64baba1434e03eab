import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MergeConflictDialog } from '#client/admin/conflicts/merge-conflict-dialog.tsx'
import { useConflictResolution } from '#client/admin/conflicts/resolve-conflicts.ts'
import { baseOf, blankFields, fieldsOf, formOf } from '#client/admin/post-form/session/fields.ts'
import { QueryView, useLoadedOnce } from '#client/admin/shared/data.tsx'
import { useCloseThenUnmount } from '#client/admin/shared/dialogs.tsx'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'
import { fetchBranchConflict, type ResolvedPost } from '#client/api/branches.ts'
import { fetchTerms } from '#client/api/content.ts'
import type { ListedBranch } from '#contract/branches.ts'
import type { StalePost, Term } from '#contract/posts.ts'

type Props = {
  branch: ListedBranch
  onDecided: (resolved: readonly ResolvedPost[]) => void
  onClosed: () => void
}

const SIDES = { mine: 'the branch', theirs: 'the live site' }

/** Asks about each post that the branch and the live site have changed in the same places, one after the other. */
export default function BranchConflictDialog({ branch, onDecided, onClosed }: Props) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const [resolved, setResolved] = useState<readonly ResolvedPost[]>([])
  const files = branch.conflicts.map(({ file }) => file)
  const file = files[Math.min(resolved.length, files.length - 1)] ?? ''
  const isLast = resolved.length >= files.length - 1
  const stale = useQuery({
    queryKey: ['branch-conflict', branch.name, branch.tip, file],
    queryFn: () => fetchBranchConflict(branch, file),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const terms = useLoadedOnce(async () => {
    const [categories, tags] = await Promise.all([fetchTerms('categories'), fetchTerms('tags')])
    return { categories, tags }
  })
  const draft = draftOf(stale.data)
  const decisions = useConflictResolution(stale.data, draft, terms.data ?? NO_TERMS)

  async function submit() {
    const version = await decisions.result()
    if (!version) return
    const all = [...resolved, { file, form: formOf(version.fields, version.base) }]
    setResolved(all)
    if (!isLast) return
    close()
    onDecided(all)
  }

  return (
    <FormDialog
      title={`Decide about ${file}${files.length > 1 ? ` (${resolved.length + 1} of ${files.length})` : ''}`}
      submit={stale.data && terms.data && (isLast ? 'Publish' : 'Next file')}
      onSubmit={submit}
      cancel="Cancel"
      cancelVariant="ghost"
      open={open}
      onClose={close}
      persistent
    >
      <QueryView query={stale} label="Loading both versions...">
        {(found) => <MergeConflictDialog key={file} stale={found} decisions={decisions} sides={SIDES} />}
      </QueryView>
    </FormDialog>
  )
}

const NO_TERMS: { categories: readonly Term[]; tags: readonly Term[] } = { categories: [], tags: [] }

/** Of all that does not conflict. */
const draftOf = (stale: StalePost | undefined) => ({
  fields: stale ? fieldsOf(stale.merged) : blankFields,
  base: baseOf(stale?.current),
  image: undefined,
})
