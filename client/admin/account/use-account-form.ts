import { type FormEvent, useRef, useState } from 'react'
import type * as v from 'valibot'
import { ConfirmationCanceled } from '#client/admin/session/confirmation.tsx'
import { errorMessage, fieldsInError } from '#client/admin/shared/errors.tsx'
import { ApiError } from '#client/api/http.ts'
import { type FieldErrors, validate } from '#contract/validate.ts'

/** A new attempt remounts the alert, so that it takes the focus again. */
type Failure = { attempt: number; message: string; errors: FieldErrors }

/**
 * Validates and sends a form, one attempt at a time. `send` may throw; a canceled confirmation is not shown. `typedIn`
 * turns its fields into the object of the schema.
 */
export function useAccountForm<S extends v.GenericSchema>(
  schema: S,
  send: (value: v.InferOutput<S>, form: HTMLFormElement) => Promise<void>,
  typedIn: (fields: Record<string, FormDataEntryValue>) => unknown = (fields) => fields,
) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const attempts = useRef(0)
  const going = useRef(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (going.current) return
    const form = event.currentTarget
    const attempt = ++attempts.current
    const typed = validate(schema, typedIn(Object.fromEntries(new FormData(form))))
    if (!typed.ok) return setFailure({ attempt, message: fieldsInError(typed.errors), errors: typed.errors })
    going.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      await send(typed.value, form)
    } catch (error) {
      if (!(error instanceof ConfirmationCanceled))
        setFailure({ attempt, message: errorMessage(error), errors: error instanceof ApiError ? error.errors : {} })
    }
    going.current = false
    setBusy(false)
  }

  const error = (field: string) => failure?.errors[field]?.message
  return { busy, failure, error, submit, dismiss: () => setFailure(undefined) }
}
export type AccountFormState = ReturnType<typeof useAccountForm>
