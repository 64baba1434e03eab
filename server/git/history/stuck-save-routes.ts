import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import type { RequestTools } from '#server/http/request.ts'
import { json, PRIVATE } from '#server/http/responses.ts'
import type { StuckSavesService } from './stuck-saves.ts'

/** Saves that no replica could make, for administrators. */
export function stuckSaveRoutes(
  stuckSaves: StuckSavesService,
  { requireAdmin, audit }: Pick<RequestTools, 'requireAdmin' | 'audit'>,
) {
  async function list(request: Request) {
    await requireAdmin(request)
    return json(await stuckSaves.list(), PRIVATE)
  }

  async function apply(request: Request, id: string) {
    await requireAdmin(request)
    const { subject } = await stuckSaves.apply(id)
    await audit(request, 'stuck-save.applied', { subject })
    return json({ message: 'The change is live.' })
  }

  async function discard(request: Request, id: string) {
    await requireAdmin(request)
    const { subject } = await stuckSaves.discard(id)
    await audit(request, 'stuck-save.discarded', { subject })
    return json({ message: 'The change was discarded.' })
  }

  return new Elysia({ name: 'stuck-saves' })
    .get(adminPaths.stuckSaves, ({ request }) => list(request))
    .post(`${adminPaths.stuckSaves}/:id/apply`, ({ request, params }) => apply(request, params.id), { parse: 'none' })
    .delete(`${adminPaths.stuckSaves}/:id`, ({ request, params }) => discard(request, params.id))
}
