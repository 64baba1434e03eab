import { type ComponentProps, useState } from 'react'
import { createStyled } from '#client/ui/base/styles.ts'
import { TextInput } from './inputs.tsx'

/** A date, or a date and time. Empty fields are pale, because Safari shows the present date in them, like a value. */
export function DateInput({
  value,
  onChange,
  ...props
}: ComponentProps<'input'> & { type: 'date' | 'datetime-local' }) {
  const [chosen, setChosen] = useState('')
  return (
    <Input
      {...props}
      {...(value !== undefined && { value })}
      data-empty={(value ?? chosen) === '' || undefined}
      onChange={(event) => {
        setChosen(event.target.value)
        onChange?.(event)
      }}
    />
  )
}

const s = createStyled('date-input')
const Input = s(TextInput)`
  &[data-empty]:not(:focus) { color: var(--text-3); }
`
