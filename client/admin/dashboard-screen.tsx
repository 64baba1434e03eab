import type { ScreenProps } from '#client/api/page.ts'
import { Dashboard } from './dashboard.tsx'
import { LoggedIn } from './logged-in.tsx'

/** /admin/blog (§2). */
export default function DashboardScreen({ site }: ScreenProps<null>) {
  return <LoggedIn>{(leave) => <Dashboard name={site.name} onLeave={leave} />}</LoggedIn>
}
