import { MergeConflictDialog } from '#client/admin/conflicts/merge-conflict-dialog.tsx'
import { useConflictResolution } from '#client/admin/conflicts/resolve-conflicts.ts'
import { type Action, actionLabels } from '#client/admin/post-form/session/publication.ts'
import { useCloseThenUnmount } from '#client/admin/shared/dialogs.tsx'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'
import type { Writing } from '#client/admin/writing/state/use-writing.ts'
import type { StalePost } from '#contract/posts.ts'

type Props = { writing: Writing; action: Action; stale: StalePost }

/** Another user changed the same fields. The resolution is saved against the newest version, so that another change is found again. */
export default function ConflictDialog({ writing, action, stale }: Props) {
  const { open, close } = useCloseThenUnmount(writing.dismissConflict)
  const decisions = useConflictResolution(stale, writing, writing.lists)
  async function submit() {
    const resolved = await decisions.result()
    if (!resolved) return
    close()
    writing.save(action, resolved)
  }
  return (
    <FormDialog
      title="This post was changed meanwhile"
      submit={actionLabels[action]}
      onSubmit={submit}
      cancel="Back to my text"
      cancelVariant="ghost"
      open={open}
      onClose={close}
      persistent
    >
      <MergeConflictDialog stale={stale} decisions={decisions} />
    </FormDialog>
  )
}
