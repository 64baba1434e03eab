import { useEffect, useEffectEvent } from 'react'
import * as v from 'valibot'
import { register } from '#client/api/forms.ts'
import { createFormDraft } from '#client/ui/form/form-draft.ts'
import { usePublicForm } from '#client/ui/form/use-public-form.ts'
import { RegistrationSchema } from '#contract/registration.ts'
import { fieldNames } from './fields.tsx'

/** Fields whose errors depend on each other. */
const linkedFields = { password: ['password_confirmation'], country: ['postalCode'] }

/** Passwords are never stored, the box is not restored, and the edition is in the URL. */
const NEVER_STORED = ['password', 'password_confirmation', 'subscriptionAgreement', 'plan']
const draft = createFormDraft(
  'sign_up',
  fieldNames.filter((name) => !NEVER_STORED.includes(name)),
)

export type SignUpDependencies = {
  send: (payload: Record<string, unknown>) => Promise<string>
  go: (address: string) => void
  solve?: (worker: string) => Promise<string>
}
const browser: SignUpDependencies = { send: register, go: (address) => location.assign(address) }

/** The sign-up form. `solver`: URL of the code that solves the captcha, if it is on. */
export function useSignUp(solver: string | undefined, { send, go, solve }: SignUpDependencies = browser) {
  const form = usePublicForm({
    schema: SignUpFormSchema,
    fieldNames,
    linkedFields,
    draft,
    solver,
    solve,
    send: ({ subscriptionAgreement, plan, ...typed }) => send({ ...typed, plan: Number(plan) }),
    onSent: (address) => go(address.trim()),
  })
  const onReturn = useEffectEvent(form.reset)
  useEffect(() => {
    // The page can be used again when the browser restores it from its back/forward cache.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && onReturn()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
  return form
}

/** The request, plus the checkbox that only the form has. Its error message is empty. */
export const SignUpFormSchema = v.intersect([
  RegistrationSchema,
  v.object({
    subscriptionAgreement: v.pipe(
      v.optional(v.unknown(), ''),
      v.transform((typed) => typed === 'on'),
      v.literal(true, ''),
    ),
  }),
])
