import { Elysia } from 'elysia'
import { apiHeaders } from '#server/http/headers.ts'
import { otherMethods } from '#server/http/method-not-allowed.ts'
import { answer, compressed, type Variants } from '#server/http/precompressed.ts'
import { OPENAPI_FILE, OPENAPI_PATH } from './places.ts'

/** GET /api/openapi.json: what all the calls are. For everybody: what it describes is guarded, not hidden. */
export function openApiRoutes() {
  let ready: Promise<Variants> | undefined
  return new Elysia({ name: 'openapi' })
    .get(OPENAPI_PATH, async ({ request }) => {
      ready ??= read()
      return answer(request, await ready)
    })
    .use(otherMethods({ [OPENAPI_PATH]: ['GET'] }))
}

/** Read when it is first asked for: hardly anybody does. */
async function read(): Promise<Variants> {
  const document = await Bun.file(OPENAPI_FILE).json()
  return compressed(JSON.stringify(document), { ...apiHeaders, 'cache-control': 'no-cache' })
}
