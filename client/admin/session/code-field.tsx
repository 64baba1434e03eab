import { useEffect, useState } from 'react'
import { useFirstFocus } from '#client/admin/use-first-focus.ts'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { TextButton } from '#client/ui/text-link.tsx'
import { LOGIN_CODE_MAX_CHARACTERS } from '#contract/limits.ts'
import type { FieldErrors } from '#contract/validate.ts'

const app = {
  label: 'Code',
  hint: 'The 6 digits that your authenticator app shows now.',
  keyboard: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  other: 'Use a recovery code instead',
} as const
/** Letters, too: a keyboard of digits could not type them. */
const recovery = {
  label: 'Recovery code',
  hint: 'One of the codes that you kept for the day without your phone. Each is good once.',
  keyboard: { inputMode: 'text', autoComplete: 'off' },
  other: 'Use the authenticator app instead',
} as const

/** What is wrong with the code that was sent: another object with each try, and the field takes the focus again. */
type CodeField = { failure: FieldErrors[string] | undefined }

/**
 * The second factor, asked for after the right password. It takes the focus when it appears and whenever a code was wrong,
 * so that a screen reader says what is asked for; either kind of code is taken, however the field is switched.
 */
export function CodeField({ failure }: CodeField) {
  const [kind, setKind] = useState<typeof app | typeof recovery>(app)
  const input = useFirstFocus<HTMLInputElement>()
  useEffect(() => {
    if (!failure) return
    input.current?.focus()
    input.current?.select()
  }, [failure, input])

  function change() {
    setKind(kind === app ? recovery : app)
    input.current?.focus()
  }

  return (
    <div>
      <Field label={kind.label} hint={kind.hint} error={failure?.message}>
        <TextInput
          ref={input}
          name="code"
          {...kind.keyboard}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LOGIN_CODE_MAX_CHARACTERS}
          required
        />
      </Field>
      <TextButton onClick={change}>{kind.other}</TextButton>
    </div>
  )
}
