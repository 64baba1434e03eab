import { useState } from 'react'
import { Field } from '#client/ui/form/field.tsx'
import { PasswordInput } from '#client/ui/form/password-input.tsx'
import { fieldId, labels } from './field-names.ts'
import { Cell, FieldSet } from './form.styles.tsx'
import { type Errors, TextField } from './text-field.tsx'

/** §5: what the counter counts to. */
const PASSWORD_COUNTED_CHARACTERS = 60

export const YourLogin = ({ errors }: Errors) => (
  <FieldSet legend="Your login">
    <Cell $of6={6}>
      <TextField name="username" errors={errors} autoComplete="username" autoCapitalize="none" spellCheck={false} />
    </Cell>
    <Cell>
      <Password errors={errors} />
    </Cell>
    <Cell>
      <Field
        id={fieldId('password_confirmation')}
        label={labels.password_confirmation}
        error={errors.password_confirmation?.message}
      >
        <PasswordInput name="password_confirmation" autoComplete="new-password" required />
      </Field>
    </Cell>
  </FieldSet>
)

function Password({ errors }: Errors) {
  const [length, setLength] = useState(0)
  return (
    <Field
      id={fieldId('password')}
      label={labels.password}
      error={errors.password?.message}
      hint="Password must be at least 8 characters long"
      counter={`${length} / ${PASSWORD_COUNTED_CHARACTERS}`}
    >
      <PasswordInput
        name="password"
        autoComplete="new-password"
        required
        onInput={({ currentTarget }) => setLength(currentTarget.value.length)}
      />
    </Field>
  )
}
