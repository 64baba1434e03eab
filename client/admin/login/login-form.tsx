import { useEffect, useState } from 'react'
import { fetchPasskeyLogin } from '#client/api/login.ts'
import { Button } from '#client/ui/base/button.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'
import { PasswordInput, TextInput } from '#client/ui/form/inputs.tsx'
import { SendStatus } from '#client/ui/form/send-status.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { useLogin } from './use-login.ts'

const PasskeyLogin = lazyPart(() => import('./passkey-login.tsx'))
const SecondStep = lazyPart(() => import('./second-step.tsx'))

type Props = { onLoggedIn: (token: string) => void }

/** All ways to log in. */
export function LoginForms({ onLoggedIn }: Props) {
  const offersPasskeys = useOffersPasskeys()
  return (
    <>
      <LoginForm onLoggedIn={onLoggedIn} />
      {offersPasskeys && <PasskeyLogin onLoggedIn={onLoggedIn} />}
      <Forgotten>
        Forgot your password? Whoever runs the site makes a new one with <code>bun run admin reset</code> and your email
        address.
      </Forgotten>
    </>
  )
}

/** Only the browser and the site together know. Without a response there is no button. */
function useOffersPasskeys(): boolean {
  const [offers, setOffers] = useState(false)
  useEffect(() => {
    if (typeof PublicKeyCredential !== 'function') return
    fetchPasskeyLogin().then(
      ({ available }) => setOffers(available),
      () => {},
    )
  }, [])
  return offers
}

/**
 * Email and password, and the second factor once the server asks for it. The fields are uncontrolled, so that values
 * filled in by a password manager before hydration count. `method="post"` keeps the password out of the URL if the form
 * is submitted before hydration.
 */
function LoginForm({ onLoggedIn }: Props) {
  const { busy, phase, asksForCode, passkey, failure, submit, submitWithPasskey, dismiss } = useLogin(onLoggedIn)
  return (
    <Form method="post" noValidate onSubmit={submit}>
      {failure && !failure.errors.code && (
        <Alert key={failure.attempt} focusOnMount onDismiss={dismiss}>
          {failure.message}
        </Alert>
      )}
      <Field label="Email" error={failure?.errors.email?.message}>
        <TextInput type="email" name="email" autoComplete="username" required />
      </Field>
      <Field label="Password" error={failure?.errors.password?.message}>
        <PasswordInput name="password" autoComplete="current-password" required />
      </Field>
      {(asksForCode || passkey) && (
        <SecondStep
          asksForCode={asksForCode}
          failure={failure?.errors.code}
          offersPasskey={passkey !== undefined}
          onPasskey={submitWithPasskey}
        />
      )}
      <Button type="submit" block busy={busy ? 'Logging in' : undefined}>
        Login
      </Button>
      <SendStatus phase={phase} captcha />
    </Form>
  )
}

const s = createStyled('login-form')
const Forgotten = s('p')`
  margin-top: 20px;
  color: var(--text-2);
  font-size: var(--t-small);
`
const Form = s('form')`
  display: grid;
  gap: 20px;
  margin-top: 20px;
  & > button { margin-top: 8px; }
  & > p { margin-top: -12px; }
`
