import { LoggedIn } from '#client/admin/session/logged-in.tsx'
import type { PageProps } from '#client/lib/page-types.ts'
import { Leads } from './leads.tsx'

/** /admin/leads (decision 3): who signed up for the trial, and who wrote. */
export default function LeadsScreen({ site }: PageProps<null>) {
  return <LoggedIn>{(leave) => <Leads name={site.name} onLeave={leave} />}</LoggedIn>
}
