import { adminPaths } from '#contract/admin-paths.ts'
import type { CheckedFinding, SiteChecks, SiteState } from '#contract/site-state.ts'
import { adminCall } from './admin-http.ts'

export async function fetchSiteState(): Promise<SiteState> {
  return (await adminCall(adminPaths.siteState, { bearer: true })).json()
}

/** What `bun run doctor` says; takes up to five seconds. */
export async function fetchSiteChecks(): Promise<readonly CheckedFinding[]> {
  const { checks }: SiteChecks = await (await adminCall(adminPaths.siteChecks, { bearer: true })).json()
  return checks
}
