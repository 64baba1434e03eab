import { LoggedIn } from '#client/admin/session/logged-in.tsx'
import type { PageProps } from '#client/lib/page-types.ts'
import { Dashboard } from './dashboard.tsx'

/** /admin/blog (§2). */
export default function DashboardScreen({ site }: PageProps<null>) {
  return <LoggedIn>{(leave) => <Dashboard name={site.name} onLeave={leave} />}</LoggedIn>
}
