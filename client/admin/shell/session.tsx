import { createContext, type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { deleteToken, readToken } from '#client/admin/login/admin-token.ts'
import type { LoginNotice } from '#client/admin/login/login-notice.tsx'
import { Room } from '#client/admin/shared/admin.styles.ts'
import { Spinner } from '#client/ui/base/spinner.tsx'
import { pagePaths } from '#contract/paths.ts'
import { useSessionWatch } from './use-session-watch.ts'

type Session = {
  /** `unknown` on the server and in the first render: only the browser has the token. */
  state: 'unknown' | 'open' | 'none' | { left: LoginNotice | undefined }
  /** Deletes the token and opens the login, which may show a notice. */
  leave: (notice?: LoginNotice) => void
}

const SessionContext = createContext<Session>({ state: 'unknown', leave: () => {} })

export const useSession = () => useContext(SessionContext)

/** The session of this browser, from a page of the dashboard until the login. Notices when it is ended elsewhere. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const inBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const hasToken = useMemo(() => inBrowser && readToken() !== null, [inBrowser])
  const [left, setLeft] = useState<{ left: LoginNotice | undefined }>()
  useSessionWatch(hasToken && !left)
  const leave = (notice?: LoginNotice) => {
    deleteToken()
    setLeft({ left: notice })
  }
  const state = left ?? (hasToken ? 'open' : inBrowser ? 'none' : 'unknown')
  return <SessionContext value={{ state, leave }}>{children}</SessionContext>
}

/** Around every page of the dashboard: redirects to the login without a session, and from there back. */
export function LoggedIn({ children }: { children: ReactNode }) {
  const { state } = useSession()
  const { pathname, search } = useLocation()
  switch (state) {
    case 'open':
      return children
    case 'unknown':
      return (
        <Room width="admin">
          <Spinner label="Loading..." />
        </Room>
      )
    case 'none':
      return <Navigate to={pagePaths.adminLogin} replace state={{ wanted: pathname + search }} />
    default:
      return <Navigate to={pagePaths.adminLogin} replace state={{ notice: state.left }} />
  }
}
