import { Elysia } from 'elysia'
import type { Endpoint } from '#server/http/endpoint.ts'
import { endpointRoutes } from '#server/http/endpoint-routes.ts'
import { errorHandler } from '#server/http/errors.ts'
import { createIdentification } from '#server/http/identity.ts'
import { createLog } from '#server/lib/log.ts'

/** An app that has these endpoints only, without administrators. */
export function appWith(endpoints: readonly Endpoint[], log = createLog('error', () => {})) {
  const identify = createIdentification({
    app: { server: null },
    identify: async () => undefined,
    trustedProxies: [],
    assertSameOrigin: () => {},
    note: async () => {},
  })
  return new Elysia().use(errorHandler(log)).use(endpointRoutes(endpoints, identify))
}
