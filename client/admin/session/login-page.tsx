import { useEffect, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { useFirstFocus } from '#client/admin/dialogs.tsx'
import type { PageProps } from '#client/lib/page-types.ts'
import { Logo } from '#client/ui/brand/logo.tsx'
import { PalletScene } from '#client/ui/brand/pallet-scene.tsx'
import { Button, TextButton, TextLink } from '#client/ui/form/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { PasswordInput, TextInput } from '#client/ui/form/inputs.tsx'
import { CaptchaStatus } from '#client/ui/form/spam-protection.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { createStyled, media } from '#client/ui/styles.ts'
import { LOGIN_CODE_MAX_CHARACTERS } from '#contract/limits.ts'
import { pagePaths } from '#contract/paths.ts'
import type { FieldErrors } from '#contract/validate.ts'
import { readToken, storeToken } from './admin-token.ts'
import { useLogin } from './use-login.ts'

/** /admin/login. Redirects users who are logged in, after the first render, because only the browser knows. */
export default function LoginPage({ site }: PageProps<null>) {
  const [loggedIn, setLoggedIn] = useState(false)
  useEffect(() => setLoggedIn(readToken() !== null), [])
  if (loggedIn) return <Navigate to={pagePaths.adminBlog} replace />
  return (
    <Halves>
      <Left>
        <Logo name={site.name} />
        <Middle>
          <h1>Admin Login</h1>
          <p>For the people who write the {site.name} blog.</p>
          <LoginForm
            onLoggedIn={(token) => {
              storeToken(token)
              setLoggedIn(true)
            }}
          />
        </Middle>
        <Back to={pagePaths.home}>
          <Icon name="arrow-left" size={18} /> Back to the website
        </Back>
      </Left>
      <Right>
        <PalletScene goods={['jar', 'loaf']} />
      </Right>
    </Halves>
  )
}

/**
 * Email and password, and the second factor once the server asks for it. The fields are uncontrolled, so that values
 * filled in by a password manager before hydration count. `method="post"` keeps the password out of the URL if the form
 * is submitted before hydration.
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

const app = {
  label: 'Code',
  hint: 'The 6 digits that your authenticator app shows now.',
  keyboard: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  other: 'Use a recovery code instead',
} as const
/** Allows letters: a numeric keyboard could not type them. */
const recovery = {
  label: 'Recovery code',
  hint: 'One of the codes that you kept for the day without your phone. Each is good once.',
  keyboard: { inputMode: 'text', autoComplete: 'off' },
  other: 'Use the authenticator app instead',
} as const

/** The error of the last code. A new object for each attempt moves the focus to the field again. */
type CodeField = { failure: FieldErrors[string] | undefined }

/** The second factor. Takes the focus when it appears and after a wrong code. The server accepts both kinds. */
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

const s = createStyled('login')
const Halves = s('div')`
  display: grid;
  grid-template-columns: 1fr 1.05fr;
  min-height: 100vh;
  ${media.compact} { grid-template-columns: 1fr; }
`
const Left = s('div')`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  padding: 40px clamp(24px, 6vw, 96px);
`
const Middle = s('div')`
  width: min(420px, 100%);
  margin-block: auto;
  padding-block: 40px;
  & > p { margin-top: 10px; color: var(--text-2); }
`
const Back = s(TextLink)`
  align-self: flex-start;
`
const Right = s('div')`
  display: grid;
  place-items: end center;
  padding: 64px 64px 0;
  overflow: hidden;
  background: var(--bg-band);
  & > svg { width: min(560px, 100%); }
  ${media.compact} { display: none; }
`
const Form = s('form')`
  display: grid;
  gap: 20px;
  margin-top: 20px;
  & > button { margin-top: 8px; }
  & > p { margin-top: -12px; }
`
