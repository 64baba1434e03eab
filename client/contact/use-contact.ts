import { type FormEvent, useRef, useState } from 'react'
import { sendMessage } from '#client/api/forms.ts'
import { toFormErrors } from '#client/api/http.ts'
import { useCaptcha } from '#client/lib/captcha.ts'
import { useFieldValidation } from '#client/lib/use-field-validation.ts'
import type { FormError } from '#client/ui/form/form-error-summary.tsx'
import { type ContactField, ContactMessageSchema } from '#contract/contact.ts'
import type { FieldErrors } from '#contract/validate.ts'
import { fieldNames } from './field-names.ts'
import { messageDraft, useOpenForm } from './use-open-form.ts'

export type SendMessage = (message: Record<string, unknown>, reCaptchaToken: string) => Promise<void>

/**
 * The contact form: typed, sending, sent, or in trouble with everything that was typed still there (decision 34).
 * `solver`: address of the code that solves the captcha, where it is on.
 */
export function useContact(solver: string | undefined, send: SendMessage = sendMessage) {
  const captcha = useCaptcha(solver)
  const { errors, formHandlers, checkAll, setServerErrors } = useFieldValidation(ContactMessageSchema)
  const [phase, setPhase] = useState<'typing' | 'checking' | 'sending' | 'sent'>('typing')
  const [formError, setFormError] = useState<FormError<ContactField>>()
  const busy = useRef(false)
  const { form, sending, openForMs } = useOpenForm(() => setPhase('sent'))

  const report = (wrong: FieldErrors, serverMessage?: string) =>
    setFormError((last) => ({
      attempt: (last?.attempt ?? 0) + 1,
      fields: fieldNames.filter((name) => wrong[name]),
      ...(serverMessage !== undefined && { serverMessage }),
    }))

  async function deliver(from: HTMLFormElement) {
    busy.current = true
    setPhase(solver === undefined ? 'sending' : 'checking')
    setFormError(undefined)
    try {
      const reCaptchaToken = await captcha.getToken()
      setPhase('sending')
      await send({ ...Object.fromEntries(new FormData(from)), filledInMs: openForMs() }, reCaptchaToken)
      messageDraft.clear()
      setPhase('sent')
    } catch (error) {
      setPhase('typing')
      captcha.prefetch()
      const { wrong, words } = toFormErrors(error)
      setServerErrors(from, wrong)
      report(wrong, words)
    }
    busy.current = false
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy.current) return
    const typed = checkAll(event.currentTarget)
    if (typed.ok) deliver(event.currentTarget)
    else report(typed.errors)
  }

  const onInput: typeof formHandlers.onInput = (event) => {
    messageDraft.save(event.currentTarget)
    captcha.prefetch()
    formHandlers.onInput(event)
  }
  const events = { ...formHandlers, onInput, onSubmit: submit }
  return { form, sending, errors, events, phase, formError, dismiss: () => setFormError(undefined) }
}
