import { type FocusEvent, type InputEvent, useEffect, useRef, useState } from 'react'
import type * as v from 'valibot'
import { type FieldErrors, type Validation, validate } from '#contract/validate.ts'
import { useAfterPress } from './use-after-press.ts'

/** A field is checked this long after typing in it stops. */
export const FIELD_CHECK_DELAY_MS = 1000

type Timer = ReturnType<typeof setTimeout>

/** Fields that are validated again with another one, if they are not empty. */
export type LinkedFields = Readonly<Record<string, readonly string[]>>
const NONE: LinkedFields = {}

/**
 * Validates a form: a field on blur and 1,000 ms after typing stops, all fields on submit. Spread `formHandlers` on the
 * form. Its fields are uncontrolled and identified by name. A server error of a field (`setServerErrors`) stays until
 * the field's value changes.
 */
export function useFieldValidation<S extends v.GenericSchema>(schema: S, linkedFields = NONE) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const timers = useRef(new Map<string, Timer>())
  const serverErrors = useRef(new Map<string, { of: unknown; error: { message: string } }>())
  const afterPress = useAfterPress()
  useEffect(() => {
    const running = timers.current
    return () => stop(running)
  }, [])

  function checkField(form: HTMLFormElement, name: string) {
    clearTimeout(timers.current.get(name))
    const typed = typedIn(form)
    const found = validate(schema, typed)
    const serverErrorOf = (one: string) => {
      const last = serverErrors.current.get(one)
      return last?.of === typed[one] ? last?.error : undefined
    }
    const names = [name, ...(linkedFields[name] ?? []).filter((other) => typed[other])]
    const fieldErrors = names.flatMap((one) => {
      const error = (found.ok ? undefined : found.errors[one]) ?? serverErrorOf(one)
      return error ? [[one, error] as const] : []
    })
    setErrors((before) => ({ ...without(before, names), ...Object.fromEntries(fieldErrors) }))
  }

  const formHandlers = {
    onBlur({ currentTarget: form, target }: FocusEvent<HTMLFormElement>) {
      const name = fieldName(target)
      if (name) afterPress(() => checkField(form, name))
    },
    onInput({ currentTarget: form, target }: InputEvent<HTMLFormElement>) {
      const name = fieldName(target)
      if (!name) return
      clearTimeout(timers.current.get(name))
      timers.current.set(
        name,
        setTimeout(() => checkField(form, name), FIELD_CHECK_DELAY_MS),
      )
    },
  }

  function checkAll(form: HTMLFormElement): Validation<v.InferOutput<S>> {
    stop(timers.current)
    const found = validate(schema, typedIn(form))
    setErrors(found.ok ? {} : found.errors)
    return found
  }

  function setServerErrors(form: HTMLFormElement, fieldErrors: FieldErrors) {
    const typed = typedIn(form)
    serverErrors.current = new Map(
      Object.entries(fieldErrors).map(([name, error]) => [name, { of: typed[name], error }]),
    )
    setErrors(fieldErrors)
  }
  return { errors, formHandlers, checkAll, setServerErrors }
}

const typedIn = (form: HTMLFormElement) => Object.fromEntries(new FormData(form))

const fieldName = (target: EventTarget): string =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
    ? target.name
    : ''

const without = (errors: FieldErrors, names: readonly string[]): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !names.includes(field)))

function stop(timers: Map<string, Timer>) {
  for (const timer of timers.values()) clearTimeout(timer)
}
