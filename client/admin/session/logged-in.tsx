import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { Navigate } from 'react-router-dom'
import { Room } from '#client/admin/admin.styles.ts'
import { ToastProvider } from '#client/ui/overlay/toast.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { pagePaths } from '#contract/paths.ts'
import { deleteToken, readToken } from './admin-token.ts'

/**
 * Around every admin page: redirects to the login without a token. `children` receives a function that logs out. Only
 * the browser has the token, so the server and the first client render show a spinner. Pages that are opened later
 * render at once, so that their heading can take the focus.
 */
export function LoggedIn({ children }: { children: (leave: () => void) => ReactNode }) {
  const inBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const hasToken = useMemo(() => inBrowser && readToken() !== null, [inBrowser])
  const [left, setLeft] = useState(false)
  if (!inBrowser) {
    return (
      <Room width="admin">
        <Spinner label="Loading..." />
      </Room>
    )
  }
  if (left || !hasToken) return <Navigate to={pagePaths.adminLogin} replace />
  const leave = () => {
    deleteToken()
    setLeft(true)
  }
  return <ToastProvider>{children(leave)}</ToastProvider>
}
