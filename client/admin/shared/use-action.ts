import { useRef, useState } from 'react'
import { ApiError } from '#client/api/http.ts'
import type { FieldErrors } from '#contract/validate.ts'
import { ConfirmationCanceled, errorMessage, FormError } from './errors.tsx'

/** Why an action failed. `attempt` is the key of its alert: a new one is mounted again, and takes the focus again. */
export type ActionFailure = { attempt: number; message: string; errors: FieldErrors; error: unknown }

/** Runs an action, one run at a time. What the action throws is its failure, until it is dismissed or runs again. */
export function useAction<Args extends unknown[]>(action: (...args: Args) => unknown) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ActionFailure>()
  const isRunning = useRef(false)
  const attempts = useRef(0)

  /** Whether it succeeded. Never rejects. */
  async function run(...args: Args): Promise<boolean> {
    if (isRunning.current) return false
    isRunning.current = true
    const attempt = ++attempts.current
    setBusy(true)
    setFailure(undefined)
    try {
      await action(...args)
      return true
    } catch (error) {
      if (!(error instanceof ConfirmationCanceled))
        setFailure({ attempt, message: errorMessage(error), errors: errorsOf(error), error })
      return false
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { busy, failure, run, dismiss: () => setFailure(undefined) }
}

const errorsOf = (error: unknown): FieldErrors =>
  error instanceof ApiError || error instanceof FormError ? error.errors : {}
