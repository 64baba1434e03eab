import { Elysia } from 'elysia'
import { apiPaths } from '#contract/paths.ts'
import type { Plan } from '#contract/site.ts'
import type { TrackDependency } from '#server/content/changed-keys.ts'
import type { Content } from '#server/content/content.ts'
import { rejectOtherMethods } from '#server/http/errors.ts'
import { publicJson } from '#server/http/responses.ts'

export type Prices = ReturnType<typeof createPrices>

/** The prices of content/plans.yml, in plan order. */
export function createPrices({ content }: { content: Pick<Content, 'snapshot'> }) {
  const list = (): readonly Plan[] => content.snapshot().plans

  const api = (uses: TrackDependency) => ({
    async plans() {
      uses('plans')
      return [...list()]
    },
  })
  return { list, api }
}

type PricingDeps = {
  prices: Prices
  pages: { answer(request: Request): Response | Promise<Response> }
}

/** One path for page and data: browsers that open it get the page, all other clients the prices. */
export function pricingRoutes({ prices, pages }: PricingDeps) {
  async function page(request: Request): Promise<Response> {
    const response = await pages.answer(request)
    response.headers.append('vary', 'Accept')
    return response
  }

  return new Elysia({ name: 'pricing' })
    .get(apiPaths.plans, ({ request }) =>
      wantsPage(request.headers.get('accept')) ? page(request) : publicJson(request, prices.list(), ['Accept']),
    )
    .use(rejectOtherMethods({ [apiPaths.plans]: ['GET'] }))
}

/** Whether an Accept header names `text/html`, without `q=0`. Wildcards do not count. */
export const wantsPage = (accept: string | null): boolean => (accept ?? '').split(',').some(isPage)

function isPage(range: string): boolean {
  const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  return type === 'text/html' && !parameters.some((one) => ZERO_QUALITY.test(one))
}

const ZERO_QUALITY = /^q\s*=\s*0(\.0*)?$/
