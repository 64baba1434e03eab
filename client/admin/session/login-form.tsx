import { createStyled } from '#client/ui/create-styled.ts'
import { Button } from '#client/ui/form/button.tsx'
import { CaptchaStatus } from '#client/ui/form/captcha-status.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { PasswordInput } from '#client/ui/form/password-input.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { CodeField } from './code-field.tsx'
import { useLogin } from './use-login.ts'

/**
 * E-mail and password, and the code of the second factor once the server asks for it. The fields keep their own values, so that what a password manager fills in before the page is
 * alive counts too; and `method="post"`, so that a form sent before then never puts the password into an address.
 */
export function LoginForm({ onLoggedIn }: { onLoggedIn: (token: string) => void }) {
  const { busy, proving, asksForCode, failure, submit, dismiss } = useLogin(onLoggedIn)
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
      {asksForCode && <CodeField failure={failure?.errors.code} />}
      <Button type="submit" block busy={busy ? 'Logging in' : undefined}>
        Login
      </Button>
      <CaptchaStatus checking={proving} />
    </Form>
  )
}

const s = createStyled('login-form')
const Form = s('form')`
  display: grid;
  gap: 20px;
  margin-top: 20px;
  & > button { margin-top: 8px; }
  & > p { margin-top: -12px; }
`
