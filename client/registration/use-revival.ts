import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { createFormDraft } from '#client/lib/form-draft.ts'
import { pageVisibleSince } from '#client/lib/hydration.ts'
import { fieldNames } from './fields.tsx'

/** Passwords are never stored, the box is not restored, and the edition is in the URL. */
const NEVER_STORED = ['password', 'password_confirmation', 'subscriptionAgreement', 'plan']
export const formDraft = createFormDraft(
  'sign_up',
  fieldNames.filter((name) => !NEVER_STORED.includes(name)),
)

/** The form that the page comes alive with: what was typed before a reload is put back, before the fields look at what they hold. */
export function useRevival(onReturn: () => void) {
  const form = useRef<HTMLFormElement>(null)
  const opened = useRef(0)
  const cameBack = useEffectEvent(onReturn)
  // Only once: a second run would put old text over what was typed since.
  useLayoutEffect(() => {
    opened.current = pageVisibleSince()
    if (!form.current) return
    // From here on, our messages take the place of the browser's.
    form.current.noValidate = true
    formDraft.restore(form.current)
    // Whoever comes back to the page as it was left can send again.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && cameBack()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
  return { form, openForMs: () => Date.now() - opened.current }
}
