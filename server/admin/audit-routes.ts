import { Elysia } from 'elysia'
import { AuditQuerySchema } from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { parseOrThrow, type RequireAdmin } from '#server/http/request.ts'
import { json } from '#server/http/responses.ts'
import { listAudit } from './audit-list.ts'

type AuditRoutesOptions = { folder: string; requireAdmin: RequireAdmin }

/** /api/admin/audit. `folder`: of private files. */
export const auditRoutes = ({ folder, requireAdmin }: AuditRoutesOptions) =>
  new Elysia({ name: 'audit' }).get(adminPaths.audit, async ({ request }) => {
    await requireAdmin(request)
    return json(await listAudit(folder, parseOrThrow(AuditQuerySchema, parseQuery(request))))
  })

/** An empty value counts as none. */
const parseQuery = ({ url }: Request) =>
  Object.fromEntries([...new URL(url).searchParams].filter(([, value]) => value !== ''))
