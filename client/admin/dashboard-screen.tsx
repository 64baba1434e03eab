import { useEffect, useState } from 'react'
import { Navigate } from 'react-router-dom'
import type { ScreenProps } from '#client/api/page.ts'
import { Spinner } from '#client/ui/spinner.tsx'
import { ToastProvider } from '#client/ui/toast.tsx'
import { pagePaths } from '#contract/paths.ts'
import { dropToken, readToken } from './admin-token.ts'
import { Dashboard } from './dashboard.tsx'
import { Columns } from './dashboard-boxes.ts'

type Session = 'unknown' | 'open' | 'none'

/**
 * /admin/blog (§2). Without a token it leads to the login (decision 30). Only the browser has the token,
 * so server and browser first draw the same: waiting.
 */
export default function DashboardScreen({ site }: ScreenProps<null>) {
  const [session, setSession] = useState<Session>('unknown')
  useEffect(() => setSession(readToken() === null ? 'none' : 'open'), [])
  if (session === 'none') return <Navigate to={pagePaths.adminLogin} replace />
  if (session === 'unknown') {
    return (
      <Columns width="admin">
        <Spinner label="Loading..." />
      </Columns>
    )
  }
  const leave = () => {
    dropToken()
    setSession('none')
  }
  return (
    <ToastProvider>
      <Dashboard name={site.name} onLeave={leave} />
    </ToastProvider>
  )
}
