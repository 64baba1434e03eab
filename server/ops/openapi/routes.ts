import { Elysia } from 'elysia'
import { apiHeaders } from '#server/http/headers.ts'
import { otherMethods } from '#server/http/method-not-allowed.ts'
import { answer, compressed, type Variants } from '#server/http/precompressed.ts'

export const OPENAPI_PATH = '/api/openapi.json'

/** GET /api/openapi.json, public: the operations are protected, not secret. */
export function openApiRoutes() {
  let body: Promise<Variants> | undefined
  return new Elysia({ name: 'openapi' })
    .get(OPENAPI_PATH, async ({ request }) => {
      body ??= build()
      return answer(request, await body)
    })
    .use(otherMethods({ [OPENAPI_PATH]: ['GET'] }))
}

/** Built for the first request: it is rarely asked for. */
async function build(): Promise<Variants> {
  const { createOpenApi } = await import('./document.ts')
  return compressed(JSON.stringify(createOpenApi()), { ...apiHeaders, 'cache-control': 'no-cache' })
}
