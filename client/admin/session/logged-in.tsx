import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { Room } from '#client/admin/shared/admin.styles.ts'
import { Spinner } from '#client/ui/base/spinner.tsx'
import { ToastProvider } from '#client/ui/overlay/toast.tsx'
import { pagePaths } from '#contract/paths.ts'
import { deleteToken, readToken } from './admin-token.ts'
import { ConfirmationProvider } from './confirmation.tsx'
import type { LoginNotice } from './login-notice.tsx'
import { useSessionWatch } from './use-session-watch.ts'

/**
 * Around every admin page: redirects to the login without a token, and from there back, and notices when the session is ended elsewhere.
 * `children` receives a function that deletes the token and opens the login, which may show a notice. Only the browser has the token, so the server and the first client render show a spinner. Pages that are opened later
 * render at once, so that their heading can take the focus.
 */
export function LoggedIn({ children }: { children: (leave: (notice?: LoginNotice) => void) => ReactNode }) {
  const inBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const hasToken = useMemo(() => inBrowser && readToken() !== null, [inBrowser])
  const [left, setLeft] = useState<{ notice: LoginNotice | undefined }>()
  const { pathname, search } = useLocation()
  useSessionWatch(hasToken && !left)
  if (!inBrowser) {
    return (
      <Room width="admin">
        <Spinner label="Loading..." />
      </Room>
    )
  }
  if (left || !hasToken) {
    const state = left ? { notice: left.notice } : { wanted: pathname + search }
    return <Navigate to={pagePaths.adminLogin} replace state={state} />
  }
  const leave = (notice?: LoginNotice) => {
    deleteToken()
    setLeft({ notice })
  }
  return (
    <ToastProvider>
      <ConfirmationProvider>{children(leave)}</ConfirmationProvider>
    </ToastProvider>
  )
}
