import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createFormDraft } from '#client/lib/form-draft.ts'
import { pageVisibleSince } from '#client/lib/hydration.ts'
import { randomId } from '#client/lib/random-id.ts'
import { SENT_ID } from '#contract/contact.ts'
import { fieldNames } from './field-names.ts'

/** The id of what is being sent is kept too: a message that is sent, reloaded and sent again is still the same. */
export const messageDraft = createFormDraft('contact_message', [...fieldNames, 'sending'])

/** The form that the page comes alive with. `onSent`: it was posted before the page was alive, and has arrived. */
export function useOpenForm(onSent: () => void) {
  const form = useRef<HTMLFormElement>(null)
  const opened = useRef(0)
  const [sending, setSending] = useState('')
  const arrived = useEffectEvent(onSent)
  // Only once: a second run would put old text over what was typed since.
  useLayoutEffect(() => {
    opened.current = pageVisibleSince()
    if (location.hash === `#${SENT_ID}`) {
      messageDraft.clear()
      return arrived()
    }
    if (!form.current) return
    // From here on, our messages take the place of the browser's.
    form.current.noValidate = true
    messageDraft.restore(form.current)
    const id = form.current.elements.namedItem('sending')
    setSending((id instanceof HTMLInputElement && id.value) || randomId())
  }, [])
  return { form, sending, openForMs: () => Date.now() - opened.current }
}
