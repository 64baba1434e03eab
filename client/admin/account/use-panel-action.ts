import { useRef, useState } from 'react'
import { ConfirmationCanceled, useConfirmation } from '#client/admin/session/confirmation.tsx'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { useToast } from '#client/ui/overlay/toast.tsx'

/**
 * Runs the actions of a panel, one at a time, with a confirmation where the server needs one, then loads the panel again:
 * after a failure too, because another administrator may have been faster. `acting` names the action that runs.
 */
export function usePanelAction(reload: () => Promise<void>) {
  const toast = useToast()
  const withConfirmation = useConfirmation()
  const [failure, setFailure] = useState<string>()
  const [acting, setActing] = useState<string>()
  const going = useRef(false)

  /** Whether it succeeded, which `done` announces. Never rejects. */
  async function act(name: string, request: () => Promise<unknown>, done?: string): Promise<boolean> {
    if (going.current) return false
    going.current = true
    setActing(name)
    setFailure(undefined)
    const failed = await withConfirmation(request).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    if (!failed && done) toast(done)
    if (failed && !(failed.error instanceof ConfirmationCanceled)) setFailure(errorMessage(failed.error))
    await reload()
    going.current = false
    setActing(undefined)
    return !failed
  }
  return { act, acting, failure, dismiss: () => setFailure(undefined) }
}
