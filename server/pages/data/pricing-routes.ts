import { Elysia } from 'elysia'
import { apiPaths } from '#contract/paths.ts'
import { publicJson } from '#server/http/json.ts'
import { rejectOtherMethods } from '#server/http/method-not-allowed.ts'
import type { Prices } from './prices.ts'
import { wantsPage } from './wants-page.ts'

export type PricingDeps = {
  prices: Prices
  pages: { answer(request: Request): Response | Promise<Response> }
}

/** One address, page and call (decision 4): browsers that open it get the page, everything else the prices. */
export function pricingRoutes({ prices, pages }: PricingDeps) {
  async function page(request: Request): Promise<Response> {
    const answer = await pages.answer(request)
    answer.headers.append('vary', 'Accept')
    return answer
  }

  const answer = (request: Request) =>
    wantsPage(request.headers.get('accept')) ? page(request) : publicJson(request, prices.list(), ['Accept'])

  return new Elysia({ name: 'pricing' })
    .get(apiPaths.plans, ({ request }) => answer(request))
    .use(rejectOtherMethods({ [apiPaths.plans]: ['GET'] }))
}
