import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import { type AuditList, AuditQuerySchema } from '#contract/audit.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { filledQueryOf, parseOrThrow, type RequireAdmin } from '#server/http/request.ts'
import { json } from '#server/http/responses.ts'
import { type AuditReader, listAudit } from './audit-list.ts'
import { auditPeople } from './audit-people.ts'

type AuditRoutesOptions = {
  auditReader: AuditReader
  administrators: Pick<Administrators, 'current'>
  requireAdmin: RequireAdmin
}

/** /api/admin/audit. */
export const auditRoutes = ({ auditReader, administrators, requireAdmin }: AuditRoutesOptions) =>
  new Elysia({ name: 'audit' }).get(adminPaths.audit, async ({ request }) => {
    await requireAdmin(request)
    const page = await listAudit(auditReader, parseOrThrow(AuditQuerySchema, filledQueryOf(request)))
    const people = auditPeople(await administrators.current())
    return json({ ...page, people } satisfies AuditList)
  })
