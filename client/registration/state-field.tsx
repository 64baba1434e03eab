import type { RefObject } from 'react'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Country } from '#contract/registration.ts'
import { fieldId } from './field-names.ts'
import { states } from './states.ts'
import { type Errors, TextField } from './text-field.tsx'

const LIST_ID = `${fieldId('state')}-list`

type StateField = Errors & {
  country: Country
  input: RefObject<HTMLInputElement | null>
  /** The state that went when another country was chosen. */
  emptied: string | undefined
  onTyped: () => void
}

/**
 * A line of text (§3, §5) that offers the states of the country: a browser may fill in `CA`, and phone, keyboard and
 * screen reader choose from the list. A native choice would refuse what the server takes, and could not follow autofill.
 */
export function StateField({ errors, country, input, emptied, onTyped }: StateField) {
  const hint = emptied && `${emptied} is not in ${country}: please choose again.`
  return (
    <>
      <TextField
        ref={input}
        name="state"
        errors={errors}
        autoComplete="address-level1"
        list={LIST_ID}
        hint={hint}
        onInput={onTyped}
      />
      <datalist id={LIST_ID}>
        {states[country].map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <VisuallyHidden role="status">{hint}</VisuallyHidden>
    </>
  )
}
