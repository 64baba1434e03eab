import * as v from 'valibot'
import { LandingSchema } from '#contract/landing.ts'
import { pageTextIds, pageTextSchemas } from '#contract/page-texts.ts'
import { apiPaths } from '#contract/paths.ts'
import { PlansSchema } from '#contract/site.ts'
import type { Content } from '#server/content/content.ts'
import { findLanding } from '#server/content/snapshot/landing.ts'
import { findPageTexts } from '#server/content/snapshot/page-texts.ts'
import { weightOf } from '#server/http/accept-encoding.ts'
import { endpoint, revalidated } from '#server/http/endpoint.ts'
import { publicJson } from '#server/http/responses.ts'
import { NotFoundError } from '#server/lib/errors.ts'

type Deps = { content: Pick<Content, 'snapshot'>; pages: { answer(request: Request): Promise<Response> } }

/** Landing pages and prices as JSON. `/pricing` is one path for page and data: browsers get the page, all other clients the prices. */
export const dataEndpoints = ({ content, pages }: Deps) => [
  endpoint({
    id: 'listPrices',
    summary: 'Lists the prices, in plan order',
    description: 'In USD per user and month. With `accept: text/html`, the response is the page at this path instead.',
    method: 'GET',
    path: apiPaths.plans,
    access: 'public',
    response: revalidated(PlansSchema.entries.plans, 'Essentials, Professional, Business, Enterprise.'),
    async handle({ request }) {
      if (!wantsPage(request.headers.get('accept')))
        return publicJson(request, content.snapshot().plans, 'Accept, Accept-Encoding')
      const response = await pages.answer(request)
      response.headers.append('vary', 'Accept')
      return response
    },
  }),
  endpoint({
    id: 'readLanding',
    summary: 'Returns the content of a landing page',
    method: 'GET',
    path: apiPaths.landing.pattern,
    access: 'public',
    response: revalidated(LandingSchema, '`{name}` is a placeholder for the product’s name.'),
    handle({ params }) {
      const landing = findLanding(content.snapshot(), params.id)
      if (!landing) throw new NotFoundError()
      return landing
    },
  }),
  endpoint({
    id: 'readPageTexts',
    summary: 'Returns the texts of a page',
    method: 'GET',
    path: apiPaths.pageTexts.pattern,
    access: 'public',
    response: revalidated(
      v.nullable(v.union(Object.values(pageTextSchemas))),
      'All of them, or null where the site changes none of those that are shipped.',
    ),
    handle({ params }) {
      const id = pageTextIds.find((one) => one === params.id)
      if (!id) throw new NotFoundError()
      return findPageTexts(content.snapshot(), id)
    },
  }),
]

/** Whether an Accept header names `text/html`, without `q=0`. Wildcards do not count. */
export const wantsPage = (accept: string | null): boolean =>
  (accept ?? '')
    .toLowerCase()
    .split(',')
    .map(weightOf)
    .some(([type, weight]) => type === 'text/html' && weight > 0)
