import { ConfirmDialog } from '#client/admin/dialogs.tsx'
import { Dialog } from '#client/ui/overlay/dialog.tsx'
import { useToast } from '#client/ui/overlay/toast.tsx'
import { LeadBody, Neighbours } from './lead-details.tsx'

import { useErasure } from './use-lead.ts'
import type { useOpened } from './use-lead-query.ts'
import type { Leads } from './use-leads.ts'

type Props = { opened: ReturnType<typeof useOpened>; list: Leads }

/** The lead in the URL, in a dialog over the list. */
export function LeadDialog({ opened: { id, close, openOther }, list }: Props) {
  const toast = useToast()
  const leads = list.state.status === 'loaded' ? list.state.leads : []
  // The question has already closed: focus cannot return behind an open dialog.
  const erasure = useErasure((erased) => {
    toast('Erased')
    close()
    list.remove(erased)
  })
  return (
    <>
      <Dialog
        title={leads.find((one) => one.id === id)?.name ?? 'Lead'}
        open={id !== undefined}
        onClose={close}
        footer={id !== undefined && <Neighbours id={id} leads={leads} onOpen={openOther} />}
      >
        {id !== undefined && (
          <LeadBody
            key={id}
            id={id}
            listeners={{ onChange: list.change, onRead: list.countRead }}
            failure={erasure.failure?.of === id ? erasure.failure?.message : undefined}
            onErase={erasure.ask}
          />
        )}
      </Dialog>
      {erasure.question && <ConfirmDialog question={erasure.question} onClosed={erasure.answered} />}
    </>
  )
}
