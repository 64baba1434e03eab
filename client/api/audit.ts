import { adminPaths } from '#contract/admin-paths.ts'
import type { AuditList, AuditQuery } from '#contract/audit.ts'
import { adminCall } from './admin-http.ts'

/** Returns a page of the audit log. `before` is the `next` of the page above it. */
export async function fetchAudit(query: AuditQuery): Promise<AuditList> {
  const given = Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : []))
  const path = given.length ? `${adminPaths.audit}?${new URLSearchParams(given)}` : adminPaths.audit
  return (await adminCall(path, { bearer: true })).json()
}
