import { Elysia } from 'elysia'
import type { Administrator } from '#server/admin/administrator.ts'
import type { LoginLimits } from '#server/admin/login-limits.ts'
import { adminRoutes } from '#server/admin/routes.ts'
import type { Tokens } from '#server/admin/tokens.ts'
import type { Content } from '#server/content/content.ts'
import { healthRoutes } from '#server/health/routes.ts'
import { clientAddress, type TrustedProxies } from '#server/http/client-address.ts'
import type { Log } from '#server/http/log.ts'
import { onError } from '#server/http/on-error.ts'
import { NotAllowed, NotFound } from '#server/http/refusals.ts'
import { requireAdmin } from '#server/http/require-admin.ts'
import { storageFiles } from '#server/http/storage-files.ts'

/** Everything that the routes act on, made and ready. */
export type AppDeps = {
  content: Content
  administrator: Administrator
  tokens: Tokens
  /** `undefined`: RATE_LIMITS is off. */
  loginLimits: LoginLimits | undefined
  trustedProxies: TrustedProxies
  /** The folder that is the URL /storage/. */
  publicDir: string
  pages: { answer(request: Request): Response | Promise<Response> }
  log: Log
}

/**
 * Bun would refuse a body over its own limit with an empty 413, so that limit is out of the way:
 * every body is read by `readBytes`, which refuses by a message and stops reading.
 */
const NO_LIMIT_BYTES = Number.MAX_SAFE_INTEGER

/** All routes in their order: the features', the files', and the pages last. Never listens. */
export function createApp({ content, administrator, tokens, loginLimits, publicDir, pages, log, ...deps }: AppDeps) {
  const app = new Elysia({ serve: { maxRequestBodySize: NO_LIMIT_BYTES } })
  const addressOf = (request: Request) =>
    clientAddress(
      app.server?.requestIP(request)?.address ?? '',
      request.headers.get('x-forwarded-for'),
      deps.trustedProxies,
    )
  const admin = requireAdmin(tokens.isValid)

  return app
    .use(onError(log))
    .use(healthRoutes(content))
    .use(adminRoutes({ administrator, tokens, limits: loginLimits, requireAdmin: admin, addressOf, log }))
    .use(storageFiles(publicDir))
    .use(unknownCalls)
    .use(pageRoutes(pages))
}

const unknown = () => {
  throw new NotFound()
}
/** Each method by name: the pages catch `GET /*` before Elysia asks for `all`. */
const unknownCalls = ['/api', '/api/*'].reduce(
  (app, path) => app.get(path, unknown).head(path, unknown).all(path, unknown),
  new Elysia({ name: 'unknown-calls' }),
)

/** Any other address is a page's; what it says of an address that it does not know is its own matter (decision 5). */
const pageRoutes = ({ answer }: AppDeps['pages']) =>
  new Elysia({ name: 'pages' })
    .get('/*', ({ request }) => answer(request))
    .head('/*', ({ request }) => answer(request))
    .all('/*', () => {
      throw new NotAllowed(['GET', 'HEAD'])
    })
