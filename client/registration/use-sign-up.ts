import { type FormEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { register } from '#client/api/forms.ts'
import { toFormErrors } from '#client/api/http.ts'
import { useCaptcha } from '#client/lib/captcha.ts'
import { useFieldValidation } from '#client/lib/use-field-validation.ts'
import type { FormError } from '#client/ui/form/form-error-summary.tsx'
import { RegistrationSchema } from '#contract/registration.ts'
import type { FieldErrors } from '#contract/validate.ts'
import { exactlyTrue } from '#contract/validators.ts'
import { type FieldName, fieldNames } from './fields.tsx'
import { formDraft, useRevival } from './use-revival.ts'

/** Fields whose errors depend on each other. */
const together = { password: ['password_confirmation'], country: ['postalCode'] }

export type SignUpDependencies = {
  send: (payload: Record<string, unknown>) => Promise<string>
  go: (address: string) => void
  solve?: (worker: string) => Promise<string>
}
const browser: SignUpDependencies = { send: register, go: (address) => location.assign(address) }

/** Submits the sign-up form. `solver`: URL of the code that solves the captcha, if it is on. */
export function useSignUp(solver: string | undefined, { send, go, solve }: SignUpDependencies = browser) {
  const captcha = useCaptcha(solver, solve)
  const { errors, formHandlers, checkAll, setServerErrors } = useFieldValidation(SignUpFormSchema, together)
  const [formError, setFormError] = useState<FormError<FieldName>>()
  const [sending, setSending] = useState(false)
  const [checking, setChecking] = useState(false)
  const busy = useRef(false)
  const setBusy = (now: boolean) => {
    busy.current = now
    setSending(now)
  }
  const { form, openForMs } = useRevival(() => setBusy(false))

  const report = (wrong: FieldErrors, serverMessage?: string) =>
    setFormError((last) => ({
      attempt: (last?.attempt ?? 0) + 1,
      fields: fieldNames.filter((name) => wrong[name]),
      ...(serverMessage !== undefined && { serverMessage }),
    }))

  async function deliver(from: HTMLFormElement) {
    setBusy(true)
    setFormError(undefined)
    try {
      const payload = payloadOf(from, openForMs())
      setChecking(solver !== undefined)
      const reCaptchaToken = await captcha.getToken()
      setChecking(false)
      const address = await send({ ...payload, reCaptchaToken })
      formDraft.clear()
      go(address.trim())
    } catch (error) {
      setBusy(false)
      setChecking(false)
      captcha.prefetch()
      const { wrong, words } = toFormErrors(error)
      setServerErrors(from, wrong)
      report(wrong, words)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy.current) return
    const typed = checkAll(event.currentTarget)
    if (typed.ok) deliver(event.currentTarget)
    else report(typed.errors)
  }

  const onInput: typeof formHandlers.onInput = (event) => {
    formDraft.save(event.currentTarget)
    captcha.prefetch()
    formHandlers.onInput(event)
  }
  const events = { ...formHandlers, onInput, onSubmit: submit }
  return { form, errors, events, sending, checking, formError, dismiss: () => setFormError(undefined) }
}

/** The request: all fields but the checkbox, with the edition as a number. */
function payloadOf(form: HTMLFormElement, filledInMs: number): Record<string, unknown> {
  const { subscriptionAgreement, plan, ...typed } = Object.fromEntries(new FormData(form))
  return { ...typed, plan: Number(plan), filledInMs }
}

/** The request, plus the checkbox that only the form has. Its error message is empty. */
export const SignUpFormSchema = v.intersect([
  RegistrationSchema,
  v.object({
    subscriptionAgreement: v.pipe(
      v.optional(v.unknown(), ''),
      v.transform((typed) => typed === 'on'),
      exactlyTrue(''),
    ),
  }),
])
