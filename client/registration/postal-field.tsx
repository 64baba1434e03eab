import { type InputEvent, useState } from 'react'
import type { Country } from '#contract/registration.ts'
import { filterPostalCode } from './filter-postal-code.ts'
import { setValueKeepingCaret } from './set-value-keeping-caret.ts'
import { type Errors, TextField } from './text-field.tsx'
import type { PostalRefs } from './use-country.ts'

const everything = () => true
/** What a code looks like there. */
const shapes: Record<Country, string> = { Canada: 'A1A 1A1', Mexico: '#####', 'United States': '#####' }

/** The postal code, limited while it is typed. Where letters were dropped, it says which country has them: that is chosen below. */
export function PostalField({ errors, country, input, whole }: Errors & PostalRefs & { country: Country }) {
  const [dropped, setDropped] = useState(false)
  const inCanada = country === 'Canada'

  function limit(field: HTMLInputElement) {
    if (/[a-z]/i.test(field.value)) setDropped(true)
    whole.current = field.value
    setValueKeepingCaret(field, filterPostalCode(field.value, country), everything)
  }
  return (
    <TextField
      ref={input}
      name="postalCode"
      errors={errors}
      autoComplete="postal-code"
      inputMode={inCanada ? 'text' : 'numeric'}
      autoCapitalize="characters"
      spellCheck={false}
      placeholder={shapes[country]}
      hint={dropped && !inCanada ? 'Digits and a hyphen. Letters once the country is Canada.' : undefined}
      onInput={({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) => {
        if (!nativeEvent.isComposing) limit(currentTarget)
      }}
      onCompositionEnd={({ currentTarget }) => limit(currentTarget)}
    />
  )
}
