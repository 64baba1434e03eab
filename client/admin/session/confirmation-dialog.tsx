import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useCloseThenUnmount, useFirstFocus } from '#client/admin/shared/dialogs.tsx'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'
import { sendConfirmation } from '#client/api/account.ts'
import { ApiError } from '#client/api/http.ts'
import { TextButton } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'
import { PasswordInput, TextInput } from '#client/ui/form/inputs.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { CONFIRMATION_LIFETIME_MINUTES, CONFIRMATION_NEEDED, type ConfirmationKind } from '#contract/confirmation.ts'
import { LOGIN_CODE_MAX_CHARACTERS, PASSWORD_MAX_CHARACTERS } from '#contract/limits.ts'
import { confirmByPasskey } from './confirm-by-passkey.ts'

type Factor = 'password' | 'code'
type Props = { kind: ConfirmationKind; onAnswered: (confirmed: boolean) => void }
/** `attempt`: a new one moves the focus again. */
type Failure = { attempt: number; message: string; field: boolean }

/** Asks for the password, or for a code or a passkey if the server offers that, and sends it. */
export default function ConfirmationDialog({ kind, onAnswered }: Props) {
  const confirmed = useRef(false)
  const { open, close } = useCloseThenUnmount(() => onAnswered(confirmed.current))
  const input = useFirstFocus<HTMLInputElement>()
  const [factor, setFactor] = useState<Factor>('password')
  const { busy, failure, clear, submit, submitPasskey } = useConfirmationForm(factor, () => {
    confirmed.current = true
    close()
  })
  useEffect(() => {
    if (!failure) return
    input.current?.focus()
    input.current?.select()
  }, [failure, input])

  function change() {
    clear()
    setFactor(factor === 'password' ? 'code' : 'password')
  }

  const error = failure?.field ? failure.message : undefined
  return (
    <FormDialog
      title={CONFIRMATION_NEEDED}
      submit={kind === 'passkey' ? 'Use your passkey' : 'Confirm'}
      onSubmit={kind === 'passkey' ? submitPasskey : submit}
      noValidate
      busy={busy ? 'Confirming' : undefined}
      open={open}
      onClose={close}
    >
      <Text>{`You will not be asked again for ${CONFIRMATION_LIFETIME_MINUTES} minutes.`}</Text>
      {failure && !failure.field && <Alert>{failure.message}</Alert>}
      {kind !== 'passkey' && <FactorField key={factor} factor={factor} input={input} error={error} />}
      {kind.endsWith('or-passkey') && (
        <div>
          <TextButton onClick={submitPasskey}>Use your passkey instead</TextButton>
        </div>
      )}
      {kind.includes('code') && (
        <div>
          <TextButton onClick={change}>
            {factor === 'password' ? 'Use a code instead' : 'Use the password instead'}
          </TextButton>
        </div>
      )}
    </FormDialog>
  )
}

type FactorFieldProps = { factor: Factor; input: RefObject<HTMLInputElement | null>; error: string | undefined }

/** Takes the focus when it replaces the other field. When the dialog opens, it is not shown yet. */
function FactorField({ factor, input, error }: FactorFieldProps) {
  useEffect(() => input.current?.focus(), [input])
  if (factor === 'password') {
    return (
      <Field label="Your password" error={error}>
        <PasswordInput
          ref={input}
          name="password"
          autoComplete="current-password"
          maxLength={PASSWORD_MAX_CHARACTERS}
          required
        />
      </Field>
    )
  }
  return (
    <Field label="Code" hint="From your authenticator app, or a recovery code." error={error}>
      <TextInput
        ref={input}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LOGIN_CODE_MAX_CHARACTERS}
        required
      />
    </Field>
  )
}

const required: Record<Factor, string> = { password: 'Password is required.', code: 'Code is required.' }

/** Sends the password, a code or what a passkey signed, one at a time. */
function useConfirmationForm(factor: Factor, onConfirmed: () => void) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const attempt = useRef(0)
  const going = useRef(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    if (going.current) return
    const typed = String(new FormData(event.currentTarget).get(factor) ?? '')
    attempt.current++
    if (typed.trim() === '') return setFailure({ attempt: attempt.current, message: required[factor], field: true })
    await send(() => sendConfirmation({ [factor]: typed }))
  }

  async function submitPasskey() {
    if (going.current) return
    attempt.current++
    await send(confirmByPasskey)
  }

  async function send(request: () => Promise<unknown>) {
    going.current = true
    setBusy(true)
    try {
      await request()
      onConfirmed()
    } catch (error) {
      const field = error instanceof ApiError && error.status === 422 && request !== confirmByPasskey
      setFailure({ attempt: attempt.current, message: errorMessage(error), field })
    }
    going.current = false
    setBusy(false)
  }
  return { busy, failure, clear: () => setFailure(undefined), submit, submitPasskey }
}

const s = createStyled('admin-confirmation')
const Text = s('p')`
  color: var(--text-2);
`
