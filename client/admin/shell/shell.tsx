import type { ReactNode } from 'react'
import { DataProvider } from '#client/admin/shared/data.tsx'
import { ToastProvider } from '#client/ui/overlay/toast.tsx'
import { ConfirmationProvider } from './confirmation.tsx'
import { LoginInPlaceProvider } from './login-in-place.tsx'
import { PageContext, type PageInfo } from './page-info.ts'
import { SessionProvider } from './session.tsx'
import { TopBar } from './top-bar.tsx'

type Props = {
  /** Name of the site. */
  name: string
  page: PageInfo
  children: ReactNode
}

/** What is around every page of the dashboard: session, data, bar, toasts, confirmation, and the login in place. */
export const Shell = ({ name, page, children }: Props) => (
  <PageContext value={page}>
    <DataProvider>
      <SessionProvider>
        <ToastProvider>
          <ConfirmationProvider>
            <LoginInPlaceProvider>
              <TopBar name={name} tab={page.tab} />
              {children}
            </LoginInPlaceProvider>
          </ConfirmationProvider>
        </ToastProvider>
      </SessionProvider>
    </DataProvider>
  </PageContext>
)
