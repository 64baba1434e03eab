import { Elysia } from 'elysia'
import { apiPaths } from '#contract/paths.ts'
import type { Content } from '#server/content/content.ts'
import { findLanding } from '#server/content/snapshot/landing.ts'
import { weightOf } from '#server/http/accept-encoding.ts'
import { publicJson } from '#server/http/responses.ts'
import { NotFoundError } from '#server/lib/errors.ts'

type Deps = { content: Pick<Content, 'snapshot'>; pages: { answer(request: Request): Promise<Response> } }

/** Landing pages and prices as JSON. `/pricing` is one path for page and data: browsers get the page, all other clients the prices. */
export const dataRoutes = ({ content, pages }: Deps) =>
  new Elysia({ name: 'page-data' })
    .get(`${apiPaths.landings}/:id`, ({ request, params }) => {
      const landing = findLanding(content.snapshot(), params.id)
      if (!landing) throw new NotFoundError()
      return publicJson(request, landing)
    })
    .get(apiPaths.plans, async ({ request }) => {
      if (!wantsPage(request.headers.get('accept')))
        return publicJson(request, content.snapshot().plans, 'Accept, Accept-Encoding')
      const response = await pages.answer(request)
      response.headers.append('vary', 'Accept')
      return response
    })

/** Whether an Accept header names `text/html`, without `q=0`. Wildcards do not count. */
export const wantsPage = (accept: string | null): boolean =>
  (accept ?? '')
    .toLowerCase()
    .split(',')
    .map(weightOf)
    .some(([type, weight]) => type === 'text/html' && weight > 0)
