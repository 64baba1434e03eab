import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { fetchPasskeyLogin } from '#client/api/login.ts'
import type { PageProps } from '#client/lib/page-types.ts'
import { Logo } from '#client/ui/brand/logo.tsx'
import { PalletScene } from '#client/ui/brand/pallet-scene.tsx'
import { Button, TextLink } from '#client/ui/form/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { PasswordInput, TextInput } from '#client/ui/form/inputs.tsx'
import { CaptchaStatus } from '#client/ui/form/spam-protection.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { createStyled, media } from '#client/ui/styles.ts'
import { pagePaths } from '#contract/paths.ts'
import { readToken, storeToken } from './admin-token.ts'
import { LoginNoticeAlert } from './login-notice.tsx'
import { CodeField, PasskeyStep } from './second-step.tsx'
import { useLogin } from './use-login.ts'

const PasskeyLogin = lazyPart(() => import('./passkey-login.tsx'))

/** /admin/login. Redirects users who are logged in, after the first render, because only the browser knows. */
export default function LoginPage({ site }: PageProps<null>) {
  const [loggedIn, setLoggedIn] = useState(false)
  const { state } = useLocation()
  const offersPasskeys = useOffersPasskeys()
  useEffect(() => setLoggedIn(readToken() !== null), [])
  if (loggedIn) return <Navigate to={pagePaths.adminBlog} replace />
  function loggedInWith(token: string) {
    storeToken(token)
    setLoggedIn(true)
  }
  return (
    <Halves>
      <Left>
        <Logo name={site.name} />
        <Middle>
          <h1>Admin Login</h1>
          <p>For the people who write the {site.name} blog.</p>
          <LoginNoticeAlert state={state} />
          <LoginForm onLoggedIn={loggedInWith} />
          {offersPasskeys && <PasskeyLogin onLoggedIn={loggedInWith} />}
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
export function LoginForm({ onLoggedIn }: { onLoggedIn: (token: string) => void }) {
  const { busy, proving, asksForCode, passkey, failure, submit, submitWithPasskey, dismiss } = useLogin(onLoggedIn)
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
      {passkey && <PasskeyStep codeToo={asksForCode} onClick={submitWithPasskey} />}
      <Button type="submit" block busy={busy ? 'Logging in' : undefined}>
        Login
      </Button>
      <CaptchaStatus checking={proving} />
    </Form>
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
  & > [role='alert'] { margin-top: 20px; }
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
