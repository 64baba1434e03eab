import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useCloseThenUnmount, useFirstFocus } from '#client/admin/shared/dialogs.tsx'
import { errorMessage, FormError } from '#client/admin/shared/errors.tsx'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
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

/** Asks for the password, or for a code or a passkey if the server offers that, and sends it. */
export default function ConfirmationDialog({ kind, onAnswered }: Props) {
  const confirmed = useRef(false)
  const { open, close } = useCloseThenUnmount(() => onAnswered(confirmed.current))
  const input = useFirstFocus<HTMLInputElement>()
  const [factor, setFactor] = useState<Factor>('password')
  const { busy, failure, isOfField, clear, submit, submitPasskey } = useConfirmationForm(factor, () => {
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

  const error = isOfField ? failure?.message : undefined
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
      <Text>{`You won’t be asked again for ${CONFIRMATION_LIFETIME_MINUTES} minutes.`}</Text>
      {failure && !isOfField && <Alert>{failure.message}</Alert>}
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

/** Sends the password, a code or what a passkey signed. `isOfField`: the field was empty, or what it had was wrong. */
function useConfirmationForm(factor: Factor, onConfirmed: () => void) {
  const { busy, failure, run, dismiss } = useAction(async (request: () => Promise<unknown>) => {
    await request()
    onConfirmed()
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    const typed = String(new FormData(event.currentTarget).get(factor) ?? '')
    return run(async () => {
      if (typed.trim() === '') throw new FormError({ [factor]: { message: required[factor] } }, required[factor])
      await sendConfirmation({ [factor]: typed }).catch(rejected)
    })
  }
  const isOfField = failure?.error instanceof FormError
  return { busy, failure, isOfField, clear: dismiss, submit, submitPasskey: () => run(confirmByPasskey) }
}

function rejected(error: unknown): never {
  if (error instanceof ApiError && error.status === 422) throw new FormError(error.errors, errorMessage(error))
  throw error
}

const s = createStyled('admin-confirmation')
const Text = s('p')`
  color: var(--text-2);
`
