import { useId } from 'react'
import { MergeConflictDialog } from '#client/admin/conflicts/merge-conflict-dialog.tsx'
import { useConflictResolution } from '#client/admin/conflicts/resolve-conflicts.ts'
import { type Action, actionLabels } from '#client/admin/post-form/session/publication.ts'
import { useCloseThenUnmount } from '#client/admin/shared/dialogs.tsx'
import type { Writing } from '#client/admin/writing/state/use-writing.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Dialog } from '#client/ui/overlay/dialog.tsx'
import type { StalePost } from '#contract/posts.ts'

type Props = { writing: Writing; action: Action; stale: StalePost }

/** Another user changed the same fields. The resolution is saved against the newest version, so that another change is found again. */
export default function ConflictDialog({ writing, action, stale }: Props) {
  const formId = useId()
  const { open, close } = useCloseThenUnmount(writing.dismissConflict)
  const decisions = useConflictResolution(stale, writing, writing.lists)
  return (
    <Dialog
      title="This post was changed meanwhile"
      open={open}
      onClose={close}
      persistent
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            Back to my text
          </Button>
          <Button type="submit" form={formId}>
            {actionLabels[action]}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={async (event) => {
          event.preventDefault()
          const resolved = await decisions.result()
          if (!resolved) return
          close()
          writing.save(action, resolved)
        }}
      >
        <MergeConflictDialog stale={stale} decisions={decisions} />
      </form>
    </Dialog>
  )
}
