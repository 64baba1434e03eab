import { Elysia } from 'elysia'
import { rejectOtherMethods } from '#server/http/errors.ts'
import { apiHeaders } from '#server/http/headers.ts'
import { type EncodedVariants, precompress, respond } from '#server/http/responses.ts'
import { OPENAPI_PATH } from './operation.ts'

/** GET /api/openapi.json, public: the operations are protected, not secret. */
export function openApiRoutes() {
  let body: Promise<EncodedVariants> | undefined
  return new Elysia({ name: 'openapi' })
    .get(OPENAPI_PATH, async ({ request }) => {
      body ??= build()
      return respond(request, await body)
    })
    .use(rejectOtherMethods({ [OPENAPI_PATH]: ['GET'] }))
}

/** Built for the first request: it is rarely asked for. */
async function build(): Promise<EncodedVariants> {
  const { createOpenApi } = await import('./openapi.ts')
  return precompress(JSON.stringify(createOpenApi()), { ...apiHeaders, 'cache-control': 'no-cache' })
}
