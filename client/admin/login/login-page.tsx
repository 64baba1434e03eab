import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { PageProps } from '#client/lib/page-types.ts'
import { TextLink } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { Logo } from '#client/ui/brand/logo.tsx'
import { PalletScene } from '#client/ui/brand/pallet-scene.tsx'
import { pagePaths } from '#contract/paths.ts'
import { readToken, storeToken } from './admin-token.ts'
import { LoginForms } from './login-form.tsx'
import { LoginNoticeAlert } from './login-notice.tsx'

/** /admin/login. Redirects users who are logged in, after the first render, because only the browser knows. */
export default function LoginPage({ site }: PageProps<null>) {
  const [loggedIn, setLoggedIn] = useState(false)
  const { state } = useLocation()
  useEffect(() => setLoggedIn(readToken() !== null), [])
  if (loggedIn) return <Navigate to={wantedIn(state)} replace />
  function loggedInWith(token: string) {
    storeToken(token)
    setLoggedIn(true)
  }
  return (
    <Halves>
      <Left>
        <Logo name={site.name} reloadDocument />
        <Middle>
          <h1>Admin Login</h1>
          <p>{`For the people who write the ${site.name} blog.`}</p>
          <LoginNoticeAlert state={state} />
          <LoginForms onLoggedIn={loggedInWith} />
        </Middle>
        <Back to={pagePaths.home} reloadDocument>
          <Icon name="arrow-left" size={18} /> Back to the website
        </Back>
      </Left>
      <Right>
        <PalletScene goods={['jar', 'loaf']} />
      </Right>
    </Halves>
  )
}

/** The page of the dashboard from which `LoggedIn` has redirected. */
function wantedIn(state: unknown): string {
  const wanted: unknown = Object(state).wanted
  return typeof wanted === 'string' && wanted.startsWith('/admin/') ? wanted : pagePaths.adminBlog
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
