import type { InputEvent } from 'react'
import { Cell, FieldSet } from './form.styles.tsx'
import { isUserCharacter, maskPhone } from './phone-mask.ts'
import { setValueKeepingCaret } from './set-value-keeping-caret.ts'
import { type Errors, TextField } from './text-field.tsx'

const mask = (input: HTMLInputElement) => setValueKeepingCaret(input, maskPhone(input.value), isUserCharacter)

/** Who registers: the first five fields of §2, in its order. */
export const AboutYou = ({ errors }: Errors) => (
  <FieldSet legend="About you">
    <Cell>
      <TextField name="firstName" errors={errors} autoComplete="given-name" />
    </Cell>
    <Cell>
      <TextField name="lastName" errors={errors} autoComplete="family-name" />
    </Cell>
    <Cell $of6={6}>
      <TextField name="jobTitle" errors={errors} autoComplete="organization-title" />
    </Cell>
    <Cell>
      <TextField name="email" errors={errors} type="email" autoComplete="email" inputMode="email" />
    </Cell>
    <Cell>
      <TextField
        name="phone"
        errors={errors}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="(###) ### - ####"
        onInput={({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) => {
          // Half-composed text is the keyboard's: changing it would type it twice.
          if (!nativeEvent.isComposing) mask(currentTarget)
        }}
        onCompositionEnd={({ currentTarget }) => mask(currentTarget)}
      />
    </Cell>
  </FieldSet>
)
