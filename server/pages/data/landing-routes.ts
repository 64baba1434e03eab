import { Elysia } from 'elysia'
import { apiPaths } from '#contract/paths.ts'
import { publicJson } from '#server/http/json.ts'
import { rejectOtherMethods } from '#server/http/method-not-allowed.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import type { Landings } from './landings.ts'

const PATH = `${apiPaths.landings}/:id` as const

/** What the page of a trade shows, for a navigation inside the app. */
export function landingRoutes({ find }: Landings) {
  function answer(request: Request, id: string) {
    const landing = find(id)
    if (!landing) throw new NotFoundError()
    return publicJson(request, landing)
  }
  return new Elysia({ name: 'landing' })
    .get(PATH, ({ request, params }) => answer(request, params.id))
    .use(rejectOtherMethods({ [PATH]: ['GET'] }))
}
