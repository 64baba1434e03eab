import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { ConfirmationCanceled } from '#client/admin/shared/errors.tsx'
import { ApiError } from '#client/api/http.ts'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { type ConfirmationKind, confirmationKinds } from '#contract/confirmation.ts'

const ConfirmationDialog = lazyPart(() => import('./confirmation-dialog.tsx'))

/** Runs a request. If the server asks for a confirmation, shows the dialog, then runs it once more. */
export type WithConfirmation = <T>(request: () => Promise<T>) => Promise<T>

const ConfirmationContext = createContext<WithConfirmation>((request) => request())

/** `await withConfirmation(() => eraseLead(id))` throws `ConfirmationCanceled` when the dialog is canceled. */
export const useConfirmation = () => useContext(ConfirmationContext)

type Asked = { kind: ConfirmationKind; confirmed: Promise<boolean>; answer: (confirmed: boolean) => void }

/** Shows one dialog at a time: other requests that need a confirmation wait for the same one. */
export function ConfirmationProvider({ children }: { children: ReactNode }) {
  const current = useRef<Asked>(undefined)
  const [asked, setAsked] = useState<Asked>()

  const ask = useCallback((kind: ConfirmationKind): Promise<boolean> => {
    if (current.current) return current.current.confirmed
    let answer: Asked['answer'] = () => {}
    const confirmed = new Promise<boolean>((resolve) => {
      answer = resolve
    })
    current.current = { kind, confirmed, answer }
    setAsked(current.current)
    return confirmed
  }, [])

  const withConfirmation: WithConfirmation = useCallback(
    async (request) => {
      try {
        return await request()
      } catch (error) {
        const kind = neededConfirmation(error)
        if (!kind) throw error
        if (!(await ask(kind))) throw new ConfirmationCanceled()
        return await request()
      }
    },
    [ask],
  )

  function answered(confirmed: boolean) {
    current.current = undefined
    setAsked(undefined)
    asked?.answer(confirmed)
  }

  return (
    <ConfirmationContext value={withConfirmation}>
      {children}
      {asked && <ConfirmationDialog kind={asked.kind} onAnswered={answered} />}
    </ConfirmationContext>
  )
}

/** Which confirmation a rejected request needs; `undefined` if it was rejected for another reason. */
export function neededConfirmation(error: unknown): ConfirmationKind | undefined {
  if (!(error instanceof ApiError) || error.status !== 403) return
  const asked: unknown = Object(error.body).confirmation
  return confirmationKinds.find((kind) => kind === asked)
}
