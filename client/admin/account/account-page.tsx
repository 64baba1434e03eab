import { useState } from 'react'
import { LoadFailed } from '#client/admin/shared/errors.tsx'
import { useLoaded } from '#client/admin/shared/use-loaded.ts'
import { AdminPage } from '#client/admin/shell/admin-page.tsx'
import { fetchAccount } from '#client/api/account.ts'
import { Spinner } from '#client/ui/base/spinner.tsx'
import { CodesPanel } from './codes-panel.tsx'
import { PasskeyPanels } from './passkey-panels.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { PeoplePanel } from './people-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

/** /admin/account: the administrator's profile, password, authenticator app and sessions, and all administrators. */
export default function AccountPage() {
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
    <AdminPage>
      {state.status === 'loading' && <Spinner label="Loading account..." />}
      {state.status === 'failed' && <LoadFailed message={state.message} onRetry={reload} />}
      {state.status === 'loaded' && (
        <>
          <ProfilePanel account={state.value} onSaved={profileSaved} />
          <PasswordPanel account={state.value} onSaved={() => setPasswords((count) => count + 1)} />
          <CodesPanel account={state.value} reload={reload} onChanged={codesChanged} />
          <PasskeyPanels version={codes} onMethodSaved={() => setPasswords((count) => count + 1)} />
          <SessionsPanel version={passwords} />
          <PeoplePanel version={profiles} />
        </>
      )}
    </AdminPage>
  )
}
