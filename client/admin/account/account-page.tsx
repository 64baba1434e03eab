import { useState } from 'react'
import { Above, Heading, Room } from '#client/admin/admin.styles.ts'
import { LoadFailed } from '#client/admin/errors.tsx'
import { LoggedIn } from '#client/admin/session/logged-in.tsx'
import { TopBar, useLogOutEverywhere, useUnreadLeadCount } from '#client/admin/session/top-bar.tsx'
import { fetchAccount } from '#client/api/account.ts'
import type { PageProps } from '#client/lib/page-types.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { CodesPanel } from './codes-panel.tsx'
import { PasskeyPanels } from './passkey-panels.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { PeoplePanel } from './people-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { useLoaded } from './use-loaded.ts'

/** /admin/account: the administrator's profile, password, authenticator app and sessions, and all administrators. */
export default function AccountPage({ site }: PageProps<null>) {
  return <LoggedIn>{(leave) => <AccountPanels name={site.name} onLeave={leave} />}</LoggedIn>
}

function AccountPanels({ name, onLeave }: { name: string; onLeave: () => void }) {
  const [failure, setFailure] = useState<string>()
  const unread = useUnreadLeadCount()
  const { leaving, leaveEverywhere } = useLogOutEverywhere(onLeave, setFailure)
  const { state, reload } = useLoaded(fetchAccount)
  // A saved profile changes the list of people, a new password or login method the sessions, codes all of them.
  const [profiles, setProfiles] = useState(0)
  const [passwords, setPasswords] = useState(0)
  const [codes, setCodes] = useState(0)
  async function profileSaved() {
    await reload()
    setProfiles((count) => count + 1)
  }
  function codesChanged() {
    setCodes((count) => count + 1)
    setProfiles((count) => count + 1)
    setPasswords((count) => count + 1)
  }

  return (
    <>
      <TopBar
        name={name}
        here="account"
        unread={unread}
        onLogOut={onLeave}
        onLogOutEverywhere={leaveEverywhere}
        leaving={leaving}
      />
      <Room width="admin">
        {failure && (
          <Above>
            <Alert onDismiss={() => setFailure(undefined)}>{failure}</Alert>
          </Above>
        )}
        <Heading>
          <h1>Account</h1>
        </Heading>
        {state.status === 'loading' && <Spinner label="Loading account..." />}
        {state.status === 'failed' && <LoadFailed message={state.message} onRetry={reload} />}
        {state.status === 'loaded' && (
          <>
            <ProfilePanel account={state.value} onSaved={profileSaved} />
            <PasswordPanel account={state.value} onSaved={() => setPasswords((count) => count + 1)} />
            <CodesPanel account={state.value} reload={reload} onChanged={codesChanged} />
            <PasskeyPanels key={`login ${codes}`} onMethodSaved={() => setPasswords((count) => count + 1)} />
            <SessionsPanel key={`sessions ${passwords}`} />
            <PeoplePanel key={`people ${profiles}`} />
          </>
        )}
      </Room>
    </>
  )
}
