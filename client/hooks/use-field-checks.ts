import { type FocusEvent, type InputEvent, useEffect, useRef, useState } from 'react'
import type * as v from 'valibot'
import { FIELD_CHECK_DELAY_MS } from '#contract/limits.ts'
import { type FieldErrors, type Validation, validate } from '#contract/validate.ts'

type Timer = ReturnType<typeof setTimeout>

/**
 * Checks a form as §4 has it: a field when it is left and 1000 ms after typing in it stops, all of them on submit.
 * Put `watch` on the form; its fields keep their own values and are known by their names.
 */
export function useFieldChecks<S extends v.GenericSchema>(schema: S) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const timers = useRef(new Map<string, Timer>())
  useEffect(() => {
    const running = timers.current
    return () => stop(running)
  }, [])

  function checkField(form: HTMLFormElement, name: string) {
    clearTimeout(timers.current.get(name))
    const found = validate(schema, typedIn(form))
    const error = found.ok ? undefined : found.errors[name]
    setErrors((before) => ({ ...without(before, name), ...(error && { [name]: error }) }))
  }

  const watch = {
    onBlur({ currentTarget: form, target }: FocusEvent<HTMLFormElement>) {
      const name = fieldName(target)
      if (name) checkField(form, name)
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

  /** All fields at once; shows what is wrong with which. */
  function checkAll(form: HTMLFormElement): Validation<v.InferOutput<S>> {
    stop(timers.current)
    const found = validate(schema, typedIn(form))
    setErrors(found.ok ? {} : found.errors)
    return found
  }
  return { errors, watch, checkAll }
}

const typedIn = (form: HTMLFormElement) => Object.fromEntries(new FormData(form))

const fieldName = (target: EventTarget): string =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
    ? target.name
    : ''

const without = (errors: FieldErrors, name: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name))

function stop(timers: Map<string, Timer>) {
  for (const timer of timers.values()) clearTimeout(timer)
}
