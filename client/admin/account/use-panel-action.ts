import { useState } from 'react'
import { useAction } from '#client/admin/shared/use-action.ts'
import { useConfirmation } from '#client/admin/shell/confirmation.tsx'
import { useToast } from '#client/ui/overlay/toast.tsx'
import { useReloadAccount } from './use-account-data.ts'

/**
 * Runs the actions of a panel, with a confirmation where the server needs one, then loads the page again: after a failure
 * too, because another administrator may have been faster. `acting` names the action that runs, and `done` is announced.
 */
export function usePanelAction() {
  const reload = useReloadAccount()
  const toast = useToast()
  const withConfirmation = useConfirmation()
  const [name, setName] = useState<string>()
  const { busy, failure, run, dismiss } = useAction(
    async (name: string, request: () => Promise<unknown>, done?: string) => {
      setName(name)
      try {
        await withConfirmation(request)
        if (done) toast(done)
      } finally {
        await reload()
      }
    },
  )
  return { act: run, acting: busy ? name : undefined, failure: failure?.message, dismiss }
}
