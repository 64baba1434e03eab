import type { FormEvent } from 'react'
import type * as v from 'valibot'
import { FormError } from '#client/admin/shared/errors.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import { validate } from '#contract/validate.ts'

/** Validates and sends a form. `typedIn` turns its fields into the object of the schema. */
export function useAccountForm<S extends v.GenericSchema>(
  schema: S,
  send: (value: v.InferOutput<S>, form: HTMLFormElement) => Promise<void>,
  typedIn: (fields: Record<string, FormDataEntryValue>) => unknown = (fields) => fields,
) {
  const { run, ...action } = useAction(async (form: HTMLFormElement) => {
    const typed = validate(schema, typedIn(Object.fromEntries(new FormData(form))))
    if (!typed.ok) throw new FormError(typed.errors)
    await send(typed.value, form)
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    return run(event.currentTarget)
  }
  const error = (field: string) => action.failure?.errors[field]?.message
  return { ...action, error, submit }
}
export type AccountFormState = ReturnType<typeof useAccountForm>
