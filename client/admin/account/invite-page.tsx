import { useEffect, useState } from 'react'
import { Navigate } from 'react-router-dom'
import type { LoginNotice } from '#client/admin/login/login-notice.tsx'
import { Room } from '#client/admin/shared/admin.styles.ts'
import { DataProvider, QueryView, useLoadedOnce } from '#client/admin/shared/data.tsx'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { lookUpInvitation } from '#client/api/account.ts'
import type { PageProps } from '#client/lib/page-types.ts'
import { TextLink } from '#client/ui/base/button.tsx'
import { Spinner } from '#client/ui/base/spinner.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Logo } from '#client/ui/brand/logo.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { INVALID_INVITATION } from '#contract/account-forms.ts'
import { pagePaths } from '#contract/paths.ts'
import { AcceptForm } from './accept-form.tsx'

type Step = 'reading' | 'invalid' | 'accepted' | { token: string }

/** /admin/invite#TOKEN: an invited person chooses name and password. Only the browser knows the token. */
export default function InvitePage({ site }: PageProps<null>) {
  const [step, setStep] = useState<Step>('reading')
  useEffect(() => {
    const token = takeToken()
    setStep(token === '' ? 'invalid' : { token })
  }, [])
  if (step === 'accepted') {
    const notice: LoginNotice = 'account-ready'
    return <Navigate to={pagePaths.adminLogin} replace state={{ notice }} />
  }
  return (
    <Room width="prose">
      <Logo name={site.name} reloadDocument />
      <Middle>
        <h1>Invitation</h1>
        {step === 'reading' && <Spinner label="Loading..." />}
        {step === 'invalid' && <Invalid />}
        {typeof step === 'object' && (
          <DataProvider>
            <Invited
              token={step.token}
              site={site.name}
              onInvalid={() => setStep('invalid')}
              onAccepted={() => setStep('accepted')}
            />
          </DataProvider>
        )}
      </Middle>
    </Room>
  )
}

type InvitedProps = { token: string; site: string; onInvalid: () => void; onAccepted: () => void }

/** Looks the invitation up first: a form for a link that is no longer valid would waste the reader's time. */
function Invited({ token, site, ...form }: InvitedProps) {
  const query = useLoadedOnce(() => lookUpInvitation(token))
  if (query.error && errorMessage(query.error) === INVALID_INVITATION) return <Invalid />
  return (
    <QueryView query={query} label="Loading...">
      {({ email, invitedBy }) => (
        <>
          <p>
            {`${invitedBy === 'shell' ? 'You are invited' : `${invitedBy} invites you`} to write and manage ${site}. Choose your name and a password.`}
          </p>
          <AcceptForm token={token} email={email} {...form} />
        </>
      )}
    </QueryView>
  )
}

/** Reads the token and removes it from the address bar and the history of the browser. */
function takeToken(): string {
  const { hash, pathname, search } = window.location
  if (hash) window.history.replaceState(window.history.state, '', pathname + search)
  return hash.slice(1)
}

const Invalid = () => (
  <>
    <Alert focusOnMount>{INVALID_INVITATION}</Alert>
    <p>The link works only as a whole, from your email or chat: open it again, or copy all of it.</p>
    <TextLink to={pagePaths.adminLogin}>Go to login</TextLink>
  </>
)

const s = createStyled('admin-accept')
const Middle = s('div')`
  display: grid;
  gap: 18px;
  max-width: 520px;
  margin-top: 40px;
  & > p { color: var(--text-2); overflow-wrap: anywhere; }
`
