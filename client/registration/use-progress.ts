import { type RefObject, useEffect, useState } from 'react'
import { validate } from '#contract/validate.ts'
import { type FieldName, fieldNames } from './fields.tsx'
import { SignUpFormSchema } from './use-sign-up.ts'

/** Selects, which are never empty. */
const DONE_AT_FIRST: readonly FieldName[] = ['country', 'plan']

/** The fields that would be accepted as they are now. */
export function useProgress(form: RefObject<HTMLFormElement | null>): ReadonlySet<FieldName> {
  const [done, setDone] = useState(() => new Set(DONE_AT_FIRST))
  useEffect(() => {
    const { current } = form
    if (!current) return
    const update = () => setDone(acceptedIn(current))
    // The form may contain a restored draft.
    update()
    current.addEventListener('input', update)
    return () => current.removeEventListener('input', update)
  }, [form])
  return done
}

function acceptedIn(form: HTMLFormElement): Set<FieldName> {
  const found = validate(SignUpFormSchema, Object.fromEntries(new FormData(form)))
  return new Set(fieldNames.filter((name) => found.ok || !found.errors[name]))
}
