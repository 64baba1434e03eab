import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useFirstFocus } from '#client/admin/shared/dialogs.tsx'
import { Button, TextButton } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { LOGIN_CODE_MAX_CHARACTERS } from '#contract/limits.ts'
import { PASSKEY_NEEDED } from '#contract/login.ts'
import type { FieldErrors } from '#contract/validate.ts'

type Props = {
  asksForCode: boolean
  /** The error of the last code. A new object for each attempt moves the focus to the field again. */
  failure: FieldErrors[string] | undefined
  offersPasskey: boolean
  onPasskey: (event: MouseEvent<HTMLButtonElement>) => void
}

/** What the login asks for after the password: a code, a passkey, or either. */
export default function SecondStep({ asksForCode, failure, offersPasskey, onPasskey }: Props) {
  return (
    <>
      {asksForCode && <CodeField failure={failure} />}
      {offersPasskey && <PasskeyStep codeToo={asksForCode} onClick={onPasskey} />}
    </>
  )
}

type PasskeyStepProps = { codeToo: boolean; onClick: Props['onPasskey'] }

/** Takes the focus when it appears, unless there is a field for a code. */
function PasskeyStep({ codeToo, onClick }: PasskeyStepProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!codeToo) button.current?.focus()
  }, [codeToo])
  return (
    <Step role="group" aria-label="Second step">
      <p>{codeToo ? 'Or use a passkey instead of a code.' : PASSKEY_NEEDED}</p>
      <Button ref={button} variant="outline" block onClick={onClick}>
        Use your passkey
      </Button>
    </Step>
  )
}

const app = {
  label: 'Code',
  hint: 'The 6 digits that your authenticator app shows now.',
  keyboard: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  other: 'Use a recovery code instead',
} as const
/** Allows letters: a numeric keyboard could not type them. */
const recovery = {
  label: 'Recovery code',
  hint: 'A saved recovery code. Each works once.',
  keyboard: { inputMode: 'text', autoComplete: 'off' },
  other: 'Use the authenticator app instead',
} as const

/** The second factor. Takes the focus when it appears and after a wrong code. The server accepts both kinds. */
function CodeField({ failure }: Pick<Props, 'failure'>) {
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

const s = createStyled('second-step')
const Step = s('div')`
  display: grid;
  gap: 10px;
  color: var(--text-2);
`
