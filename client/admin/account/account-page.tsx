import { QueryView } from '#client/admin/shared/data.tsx'
import { AdminPage } from '#client/admin/shell/admin-page.tsx'
import { CodesPanel } from './codes-panel.tsx'
import { PasskeyPanels } from './passkey-panels.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { PeoplePanel } from './people-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { useAccount } from './use-account-data.ts'

/** /admin/account: the administrator's profile, password, authenticator app and sessions, and all administrators. */
export default function AccountPage() {
  return (
    <AdminPage>
      <QueryView query={useAccount()} label="Loading account...">
        {(account) => (
          <>
            <ProfilePanel account={account} />
            <PasswordPanel account={account} />
            <CodesPanel account={account} />
            <PasskeyPanels />
            <SessionsPanel />
            <PeoplePanel />
          </>
        )}
      </QueryView>
    </AdminPage>
  )
}
