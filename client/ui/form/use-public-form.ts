import { type FormEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type * as v from 'valibot'
import { useCaptcha } from '#client/api/captcha.ts'
import { toFormErrors } from '#client/api/http.ts'
import { sendAgainWhileBusy } from '#client/api/send-again.ts'
import { pageVisibleSince } from '#client/lib/hydration.ts'
import type { FieldErrors } from '#contract/validate.ts'
import type { FormDraft } from './form-draft.ts'
import type { FormError } from './form-error-summary.tsx'
import type { SendPhase } from './send-status.tsx'
import { useClosing } from './use-closing.ts'
import { type LinkedFields, useFieldValidation } from './use-field-validation.ts'

/** The fields' values, with what the server uses to recognize spam. */
export type Submission = Record<string, FormDataEntryValue | number> & { filledInMs: number; reCaptchaToken: string }

type Options<S extends v.GenericSchema, Name extends string, Result> = {
  schema: S
  fieldNames: readonly Name[]
  linkedFields?: LinkedFields
  draft: FormDraft
  /** URL of the code that solves the captcha, if it is on. */
  solver: string | undefined
  solve?: ((worker: string) => Promise<string>) | undefined
  send: (submission: Submission) => Promise<Result>
  onSent?: (result: Result) => void
  /** Whether the form was submitted before hydration, and has arrived. */
  wasSent?: () => boolean
  /** Called when the draft is restored, before the fields read their values. */
  onRestored?: (form: HTMLFormElement) => void
}

/** A form for visitors: restores its draft, validates, solves the captcha, sends it, again while the server is full, and reports errors. */
export function usePublicForm<S extends v.GenericSchema, Name extends string, Result>(
  options: Options<S, Name, Result>,
) {
  const { schema, fieldNames, linkedFields, draft, solver, solve, send } = options
  const form = useRef<HTMLFormElement>(null)
  const visibleSince = useRef(0)
  const captcha = useCaptcha(solver, solve)
  const { errors, formHandlers, checkAll, setServerErrors } = useFieldValidation(schema, linkedFields)
  const [phase, setPhase] = useState<'idle' | SendPhase | 'sent'>('idle')
  const [formError, setFormError] = useState<FormError<Name>>()
  const busy = useRef(false)
  const closing = useClosing()

  const start = useEffectEvent(() => {
    visibleSince.current = pageVisibleSince()
    if (options.wasSent?.()) {
      draft.clear()
      return setPhase('sent')
    }
    if (!form.current) return
    // From here on, our error messages replace the browser's.
    form.current.noValidate = true
    draft.restore(form.current)
    options.onRestored?.(form.current)
    // No input event told of what was typed before hydration.
    draft.save(form.current)
  })
  // Only once: a second run would overwrite newer text with the draft.
  useLayoutEffect(() => start(), [])

  function reset() {
    busy.current = false
    setPhase('idle')
  }

  const report = (fieldErrors: FieldErrors, serverMessage?: string) =>
    setFormError((last) => ({
      attempt: (last?.attempt ?? 0) + 1,
      fields: fieldNames.filter((name) => fieldErrors[name]),
      ...(serverMessage !== undefined && { serverMessage }),
    }))

  async function submit(from: HTMLFormElement) {
    busy.current = true
    draft.save(from)
    setFormError(undefined)
    const fields = Object.fromEntries(new FormData(from))
    const filledInMs = Date.now() - visibleSince.current
    async function sendOnce() {
      setPhase(solver === undefined ? 'sending' : 'checking')
      const reCaptchaToken = await captcha.getToken()
      setPhase('sending')
      return send({ ...fields, filledInMs, reCaptchaToken })
    }
    try {
      const result = await sendAgainWhileBusy(sendOnce, () => setPhase('waiting'), closing())
      draft.clear()
      setPhase('sent')
      options.onSent?.(result)
    } catch (error) {
      reset()
      captcha.prefetch()
      const { fieldErrors, message } = toFormErrors(error)
      setServerErrors(from, fieldErrors)
      report(fieldErrors, message)
    }
  }

  const events = {
    ...formHandlers,
    onInput(event: Parameters<typeof formHandlers.onInput>[0]) {
      draft.save(event.currentTarget)
      captcha.prefetch()
      formHandlers.onInput(event)
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      if (busy.current) return
      const typed = checkAll(event.currentTarget)
      if (typed.ok) submit(event.currentTarget)
      else report(typed.errors)
    },
  }
  return { form, events, errors, phase, formError, dismiss: () => setFormError(undefined), reset }
}
