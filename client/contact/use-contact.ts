import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { CallFailed } from '#client/api/call-failed.ts'
import { sendMessage } from '#client/api/contact.ts'
import { createKeptText } from '#client/hooks/kept-text.ts'
import { useFieldChecks } from '#client/hooks/use-field-checks.ts'
import { type ContactMessage, ContactMessageSchema } from '#contract/contact.ts'
import { labels } from './contact-fields.tsx'

const kept = createKeptText('contact_message', Object.keys(labels))

/** What came of the last submit that did not succeed, in words. */
export type Trouble = { attempt: number; text: string }
export type SendMessage = (message: ContactMessage) => Promise<void>

/** The contact form: typed, sending, sent, or in trouble with everything that was typed still there (decision 34). */
export function useContact(send: SendMessage = sendMessage) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, watch, checkAll, show } = useFieldChecks(ContactMessageSchema)
  const [phase, setPhase] = useState<'typing' | 'sending' | 'sent'>('typing')
  const [trouble, setTrouble] = useState<Trouble>()
  const busy = useRef(false)
  // Before the fields look at what they hold.
  useLayoutEffect(() => {
    if (form.current) kept.restore(form.current)
  }, [])

  const report = (text: string) => setTrouble((last) => ({ attempt: (last?.attempt ?? 0) + 1, text }))

  async function deliver(from: HTMLFormElement, message: ContactMessage) {
    busy.current = true
    setPhase('sending')
    setTrouble(undefined)
    try {
      await send(message)
      kept.forget()
      setPhase('sent')
    } catch (error) {
      setPhase('typing')
      if (error instanceof CallFailed) show(from, error.errors)
      report(wordsOf(error))
    }
    busy.current = false
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy.current) return
    const typed = checkAll(event.currentTarget)
    if (typed.ok) return deliver(event.currentTarget, typed.value)
    const wrong = Object.keys(typed.errors).map((field) => labels[field] ?? field)
    report(`You have errors on the form in the field(s) ${wrong.join(', ')}`)
  }

  const onInput: typeof watch.onInput = (event) => {
    kept.keep(event.currentTarget)
    watch.onInput(event)
  }
  const events = { ...watch, onInput, onSubmit: submit }
  return { form, errors, events, phase, trouble, dismiss: () => setTrouble(undefined) }
}

/** As at the sign-up (§8): the first field's message, else the answer's. */
function wordsOf(error: unknown): string {
  if (!(error instanceof CallFailed)) return String(error)
  return Object.values(error.errors)[0]?.message ?? error.message
}
