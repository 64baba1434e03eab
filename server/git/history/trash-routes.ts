import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import { TrashQuerySchema } from '#contract/trash.ts'
import { parseOrThrow, queryOf, type RequestTools } from '#server/http/request.ts'
import { json, PRIVATE } from '#server/http/responses.ts'
import type { TrashService } from './trash.ts'

/** Deleted posts, for administrators. */
export function trashRoutes(
  trash: TrashService,
  { requireAdmin, audit }: Pick<RequestTools, 'requireAdmin' | 'audit'>,
) {
  async function list(request: Request) {
    await requireAdmin(request)
    const { page = 1 } = parseOrThrow(TrashQuerySchema, queryOf(request))
    return json(await trash.list(page), PRIVATE)
  }

  async function restore(request: Request, id: string) {
    const { administrator } = await requireAdmin(request)
    const notes = await trash.restore(id, administrator)
    await audit(request, 'post.recovered', { subject: id })
    return json({ message: ['The post was restored.', ...notes].join(' ') }, PRIVATE)
  }

  return new Elysia({ name: 'trash' })
    .get(adminPaths.trash, ({ request }) => list(request))
    .post(`${adminPaths.trash}/:id/restore`, ({ request, params }) => restore(request, params.id), { parse: 'none' })
}
