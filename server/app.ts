import { Elysia } from 'elysia'
import type { Admin } from '#server/admin/admin.ts'
import { type AuditLog, auditOf } from '#server/admin/audit-log.ts'
import { adminRoutes } from '#server/admin/routes.ts'
import type { Reading } from '#server/blog/post-queries.ts'
import type { Posts } from '#server/blog/posts.ts'
import { previewRoutes } from '#server/blog/preview-routes.ts'
import type { Renderer } from '#server/blog/render/renderer.ts'
import { blogRoutes } from '#server/blog/routes.ts'
import type { Names } from '#server/blog/terms.ts'
import type { Content } from '#server/content/content.ts'
import type { Checkout } from '#server/git/checkout.ts'
import type { History } from '#server/git/history/history.ts'
import { historyRoutes } from '#server/git/history/routes.ts'
import { describeCheckout, gitSummary } from '#server/git/status.ts'
import { noteRoute } from '#server/http/access-log.ts'
import { IDLE_SECONDS, LIST_TIMEOUT_SECONDS } from '#server/http/admission.ts'
import type { builtAssets } from '#server/http/built-assets.ts'
import { clientAddress, type TrustedProxies } from '#server/http/client-ip.ts'
import { factsOf, onError } from '#server/http/error-handler.ts'
import { MethodNotAllowedError } from '#server/http/errors.ts'
import type { Log } from '#server/http/log.ts'
import { rejectMalformedParams } from '#server/http/malformed-params.ts'
import { NO_CALL } from '#server/http/method-not-allowed.ts'
import type { AddressLimits } from '#server/http/rate-limiter.ts'
import { type RequireAdmin, requireAdmin } from '#server/http/require-admin.ts'
import { storageFiles } from '#server/http/storage-files.ts'
import { type Captcha, captchaRoutes } from '#server/leads/captcha/captcha.ts'
import type { Messages } from '#server/leads/contact/messages.ts'
import { contactRoutes } from '#server/leads/contact/routes.ts'
import type { Leads } from '#server/leads/leads.ts'
import type { Notifications } from '#server/leads/notify/notifications.ts'
import { leadRoutes } from '#server/leads/routes.ts'
import { signUpRoutes } from '#server/leads/sign-ups/routes.ts'
import type { SignUps } from '#server/leads/sign-ups/sign-ups.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import { healthRoutes } from '#server/ops/health-routes.ts'
import type { metricsRoutes } from '#server/ops/metrics/routes.ts'
import { openApiRoutes } from '#server/ops/openapi/routes.ts'
import { problemRoutes } from '#server/ops/problem-routes.ts'
import { stateRoutes } from '#server/ops/state-routes.ts'
import type { brandRoutes } from '#server/pages/brand-routes.ts'
import { landingRoutes } from '#server/pages/data/landing-routes.ts'
import type { Landings } from '#server/pages/data/landings.ts'
import type { Prices } from '#server/pages/data/prices.ts'
import { pricingRoutes } from '#server/pages/data/pricing-routes.ts'
import type { Feeds } from '#server/pages/feeds/feeds.ts'
import { feedRoutes } from '#server/pages/feeds/routes.ts'
import type { PreviewPages } from '#server/pages/preview-page.tsx'

/** Everything that the routes act on, made and ready. */
export type AppDeps = Admin & {
  content: Content
  /** `undefined`: there is no git, or saves are no commits. */
  checkout: Checkout
  reading: Reading
  renderer: Pick<Renderer, 'expectWriting'>
  posts: Posts
  history: History
  names: Names
  landings: Landings
  prices: Prices
  signUps: SignUps
  messages: Messages
  leads: Leads
  /** `undefined`: RATE_LIMITS is off. */
  signUpLimits: AddressLimits | undefined
  messageLimits: AddressLimits | undefined
  /** `undefined`: CAPTCHA is off. */
  captcha: Captcha | undefined
  notifications: Pick<Notifications, 'state'>
  /** /metrics, where somebody wants it here. */
  figures: ReturnType<typeof metricsRoutes>
  auditLog: AuditLog
  /** The folder that is the URL /storage/. */
  publicDir: string
  assets: Awaited<ReturnType<typeof builtAssets>>
  /** Icons and web manifest. */
  brand: Awaited<ReturnType<typeof brandRoutes>>
  feeds: Pick<Feeds, 'answer'>
  pages: { answer(request: Request): Response | Promise<Response>; previews: PreviewPages }
  trustedProxies: TrustedProxies
  /** The public address is https. */
  tls: boolean
  now(): Date
  log: Log
}

/** Large pictures come over slow lines, and wait for their turn: as long as `readBytes` gives the largest of them. */
const ADMIN_TIMEOUT_SECONDS = 190
/** And for sign-ups that wait for their hash. */
const SIGN_UP_TIMEOUT_SECONDS = 60

/** All routes in their order: the features', the files', and the pages last. Never listens. */
export function createApp({ administrator, tokens, loginLimits, trustedProxies, log, ...deps }: AppDeps) {
  // Else it would look for the path behind the first eleven characters, and find it in the middle where the host is `web`.
  const app = new Elysia({ handler: { standardHostname: false } })
  const isAdmin = requireAdmin(tokens.isValid)
  const admin: RequireAdmin = async (request) => {
    await isAdmin(request)
    app.server?.timeout(request, ADMIN_TIMEOUT_SECONDS)
  }
  /** Extends a request's idle timeout; returns what restores it. */
  const extendTimeout = (seconds: number) => (request: Request) => {
    app.server?.timeout(request, seconds)
    return () => app.server?.timeout(request, IDLE_SECONDS)
  }
  const addressOf = (request: Request) => {
    const peer = app.server?.requestIP(request)?.address ?? ''
    return clientAddress(peer, request.headers.get('x-forwarded-for'), trustedProxies)
  }

  const audit = auditOf({ note: deps.auditLog.note, addressOf, actor: administrator.email })

  /** The sanitiser takes half a second to start: the first save should not wait for it. */
  const onLogin = () =>
    void deps.renderer.expectWriting().catch((error) => log.error('renderer not warmed', factsOf(error)))

  return app
    .use(onError(log))
    .use(noteRoute)
    .use(rejectMalformedParams)
    .use(
      healthRoutes(deps.content, [deps.signUps, deps.messages, deps.leads, deps.auditLog], deps.notifications, () =>
        gitSummary(deps.checkout),
      ),
    )
    .use(deps.figures)
    .use(problemRoutes(deps.content, admin))
    .use(stateRoutes(() => describeCheckout(deps.checkout), deps.notifications, admin))
    .use(
      adminRoutes({ ...deps, administrator, tokens, loginLimits, requireAdmin: admin, addressOf, audit, onLogin, log }),
    )
    .use(blogRoutes({ ...deps, requireAdmin: admin, audit, patient: extendTimeout(LIST_TIMEOUT_SECONDS) }))
    .use(
      previewRoutes({
        reading: deps.reading,
        previews: deps.previewTokens,
        pages: deps.pages.previews,
        requireAdmin: admin,
        audit,
      }),
    )
    .use(historyRoutes(deps.history, admin, audit))
    .use(landingRoutes(deps.landings))
    .use(pricingRoutes({ prices: deps.prices, pages: deps.pages }))
    .use(captchaRoutes(deps.captcha))
    .use(
      signUpRoutes({
        signUps: deps.signUps,
        limits: deps.signUpLimits,
        captcha: deps.captcha,
        addressOf,
        extendTimeout: extendTimeout(SIGN_UP_TIMEOUT_SECONDS),
        redirect: () => deps.content.snapshot().site.trial_redirect,
        email: () => deps.content.snapshot().site.contact.email,
        tls: deps.tls,
      }),
    )
    .use(
      contactRoutes({
        messages: deps.messages,
        limits: deps.messageLimits,
        captcha: deps.captcha,
        addressOf,
        email: () => deps.content.snapshot().site.contact.email,
        tls: deps.tls,
      }),
    )
    .use(openApiRoutes())
    .use(leadRoutes({ leads: deps.leads, requireAdmin: admin, audit, now: deps.now }))
    .use(storageFiles(deps.publicDir))
    .use(deps.assets)
    .use(deps.brand)
    .use(feedRoutes(deps))
    .use(unknownCalls)
    .use(pageRoutes(deps.pages))
}

const unknown = () => {
  throw new NotFoundError()
}
/** Each method by name: the pages catch `GET /*` before Elysia asks for `all`. */
const unknownCalls = ['/api', '/api/*'].reduce(
  (app, path) => app.get(path, unknown, NO_CALL).head(path, unknown, NO_CALL).all(path, unknown, NO_CALL),
  new Elysia({ name: 'unknown-calls' }),
)

/** Any other address is a page's; what it says of an address that it does not know is its own matter (decision 5). */
const pageRoutes = ({ answer }: AppDeps['pages']) =>
  new Elysia({ name: 'pages' })
    .get('/*', ({ request }) => answer(request))
    .head('/*', ({ request }) => answer(request))
    .all('/*', () => {
      throw new MethodNotAllowedError(['GET', 'HEAD'])
    })
