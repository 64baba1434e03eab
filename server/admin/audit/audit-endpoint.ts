import { adminPaths } from '#contract/admin-paths.ts'
import { AuditListSchema, AuditQuerySchema } from '#contract/audit.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { endpoint, filledParameters, ok } from '#server/http/endpoint.ts'
import { type AuditReader, listAudit } from './audit-list.ts'
import { auditPeople } from './audit-people.ts'

type AuditEndpointOptions = {
  auditReader: AuditReader
  administrators: Pick<Administrators, 'current'>
}

/** /api/admin/audit. */
export const auditEndpoint = ({ auditReader, administrators }: AuditEndpointOptions) =>
  endpoint({
    id: 'listAuditEvents',
    summary: 'Lists who did what, newest first',
    description:
      '`people` has the names of the ids in `by` and `about`. The files of the audit log have the same events, as JSON lines.',
    method: 'GET',
    path: adminPaths.audit,
    access: 'administrator',
    query: filledParameters(AuditQuerySchema),
    response: ok(AuditListSchema, '50 events; pass `next` as `before` for older ones.'),
    errors: [422, 503],
    async handle({ query }) {
      const page = await listAudit(auditReader, query)
      return { ...page, people: auditPeople(await administrators.current()) }
    },
  })
