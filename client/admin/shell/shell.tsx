import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { createQueryClient } from '#client/admin/shared/query-client.ts'
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
export function Shell({ name, page, children }: Props) {
  const [client] = useState(createQueryClient)
  // The next administrator of this browser sees nothing of it.
  useEffect(() => () => client.clear(), [client])
  return (
    <PageContext value={page}>
      <QueryClientProvider client={client}>
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
      </QueryClientProvider>
    </PageContext>
  )
}
