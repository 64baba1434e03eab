import { type InputEvent, useState } from 'react'
import { limitPostal } from './postal-limit.ts'
import { rewrite } from './rewrite.ts'
import { type Errors, TextField } from './text-field.tsx'

const everything = () => true

/** The postal code, limited while it is typed. Where letters were dropped, it says which country has them: that is chosen below. */
export function PostalField({ errors, country }: Errors & { country: string }) {
  const [dropped, setDropped] = useState(false)
  const inCanada = country === 'Canada'

  function limit(input: HTMLInputElement) {
    if (/[a-z]/i.test(input.value)) setDropped(true)
    rewrite(input, limitPostal(input.value, country), everything)
  }
  return (
    <TextField
      name="postalCode"
      errors={errors}
      autoComplete="postal-code"
      inputMode={inCanada ? 'text' : 'numeric'}
      autoCapitalize="characters"
      spellCheck={false}
      hint={dropped && !inCanada ? 'Digits and a hyphen. Letters once the country is Canada.' : undefined}
      onInput={({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) => {
        if (!nativeEvent.isComposing) limit(currentTarget)
      }}
      onCompositionEnd={({ currentTarget }) => limit(currentTarget)}
    />
  )
}
