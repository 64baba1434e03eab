import { LoggedIn } from '#client/admin/logged-in.tsx'
import type { ScreenProps } from '#client/api/page.ts'
import { Leads } from './leads.tsx'

/** /admin/leads (decision 3): who signed up for the trial, and who wrote. */
export default function LeadsScreen({ site }: ScreenProps<null>) {
  return <LoggedIn>{(leave) => <Leads name={site.name} onLeave={leave} />}</LoggedIn>
}
