import { Elysia } from 'elysia'
import { RestoreSchema } from '#contract/history.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Audit, type Identity, parseOrThrow, type RequireAdmin, readJson } from '#server/http/request.ts'
import { json, PRIVATE } from '#server/http/responses.ts'
import type { History } from './history.ts'

const LIST = `${apiPaths.posts}/:id/history` as const
const ONE = `${LIST}/:commit` as const
const RESTORE = `${ONE}/restore` as const

/** Older versions of a post, for the administrator. */
export function historyRoutes(history: History, requireAdmin: RequireAdmin, audit: Audit) {
  const answer = async (request: Request, look: (identity: Identity) => Promise<unknown>) => {
    return json(await look(await requireAdmin(request)), PRIVATE)
  }

  async function restore(request: Request, id: string, commit: string, { administrator }: Identity) {
    const { revision } = parseOrThrow(RestoreSchema, await readJson(request))
    await history.restore(id, commit, revision, administrator)
    await audit(request, 'post.restored', { subject: id, detail: commit.slice(0, 7) })
    return { message: 'The post was restored.' }
  }

  return new Elysia({ name: 'history' })
    .get(LIST, ({ request, params: { id } }) => answer(request, () => history.list(id)))
    .get(ONE, ({ request, params: { id, commit } }) => answer(request, () => history.version(id, commit)))
    .post(
      RESTORE,
      ({ request, params: { id, commit } }) => answer(request, (identity) => restore(request, id, commit, identity)),
      {
        parse: 'none',
      },
    )
}
