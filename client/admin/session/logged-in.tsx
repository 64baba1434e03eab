import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { Navigate } from 'react-router-dom'
import { Room } from '#client/admin/admin.styles.ts'
import { ToastProvider } from '#client/ui/overlay/toast.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { pagePaths } from '#contract/paths.ts'
import { dropToken, readToken } from './admin-token.ts'

/**
 * Around every admin screen: without a token it leads to the login (decision 30). `children` is given the way out.
 * Only the browser has the token, so what the server draws, and the browser over it, waits; a screen that is opened
 * later is there at once, and its heading can take the focus.
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
    dropToken()
    setLeft(true)
  }
  return <ToastProvider>{children(leave)}</ToastProvider>
}
