import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import type { Warning } from '#contract/content.ts'
import { CANNOT_SAVE_HEADER } from '#contract/other-replica.ts'
import { type Checkout, describeCheckout, gitPause, gitSummary } from '#server/git/checkout.ts'
import { createAccessLog } from '#server/http/access-log.ts'
import type { RequestTools } from '#server/http/request.ts'
import { apiHeaders, createPrecompressed, json, PRIVATE } from '#server/http/responses.ts'
import type { Tls } from '#server/http/strict-transport.ts'
import type { Notifications } from '#server/leads/notify/follow-log.ts'
import { StorageError } from '#server/lib/errors.ts'
import type { TrustedProxies } from '#server/lib/ip.ts'
import type { Log } from '#server/lib/log.ts'
import type { DiskCheck } from './disk-check.ts'
import { createMetrics, type MetricsSources } from './metrics.ts'
import { type MetricsSettings, metricsRoutes } from './metrics-routes.ts'
import { warningsOf } from './warnings.ts'

type OpsOptions = Omit<MetricsSources, 'inFlight' | 'refresh'> & {
  disk: DiskCheck
  checkout: Checkout
  notifications: Pick<Notifications, 'state'>
  /** The number of co-located images that are not encoded yet. */
  waitingImages(): number
  /** The logs that must be writable. */
  storage: readonly { isHealthy(): boolean }[]
  /** `undefined`: metrics are off. */
  metricsSettings: MetricsSettings | undefined
  trustedProxies: TrustedProxies
  tls: Tls
  log: Log
}

/** Access log, health checks, metrics, content status, and the OpenAPI document. */
export async function createOps({ metricsSettings, trustedProxies, tls, log, ...options }: OpsOptions) {
  const { content, checkout, notifications, storage, database, waitingImages, disk } = options
  const accessLog = createAccessLog(log, trustedProxies, tls)
  const sources = { ...options, hasUntrustedProxy: accessLog.hasUntrustedProxy }
  const warnings = () => warningsOf(sources)
  const metrics =
    metricsSettings &&
    (await createMetrics({ ...sources, refresh: checkout?.refreshState, inFlight: accessLog.inFlight }))
  if (metrics) accessLog.onFinished(metrics.count)
  let isClosing = false
  const sendDescription = createPrecompressed({ ...apiHeaders, 'cache-control': 'no-cache' })
  let description: string | undefined

  let reading: ReturnType<typeof readReadiness> | undefined
  /** Shared by concurrent requests: each looks at files of git. */
  function readiness() {
    reading ??= readReadiness().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function readReadiness() {
    await checkout?.refreshState()
    const pause = gitPause(checkout)
    const { problems } = content.snapshot()
    const invalid = new Set(problems.flatMap(({ file, severity }) => (severity === 'error' ? [file] : []))).size
    const isWritable = storage.every(({ isHealthy }) => isHealthy())
    return {
      status: invalid === 0 && isWritable ? 'ok' : 'degraded',
      problems: invalid,
      storage: isWritable ? 'ok' : 'failing',
      ...(database && { database: database.state() }),
      notifications: notifications.state(),
      git: gitSummary(checkout),
      ...(pause && { git_state: pause }),
      images_waiting: waitingImages(),
      ...named(warnings()),
    }
  }

  const cannotSave = () => disk.state() !== 'ok'

  /**
   * /healthz: the process is alive. /readyz: the number of invalid content files, how many images are being prepared, whether submissions can be stored, and the state of
   * notifications and git; the site serves requests whatever the state, and answers 503 only while it closes. /readyz/saves: whether this process can store a save; a proxy asks it
   * for requests that another replica could not store. The details are only for the administrator: they quote drafts
   * and name the server's folders. The OpenAPI document is public: the operations are protected, not secret.
   */
  const routes = ({ requireAdmin }: Pick<RequestTools, 'requireAdmin'>) =>
    new Elysia({ name: 'ops' })
      .use(metricsRoutes(metrics, metricsSettings))
      .get('/healthz', () => json({ status: 'ok' }))
      .get('/readyz', async () => (isClosing ? json({ status: 'closing' }, { status: 503 }) : json(await readiness())))
      .get('/readyz/saves', () =>
        isClosing || cannotSave() ? json({ status: 'failing' }, { status: 503 }) : json({ status: 'ok' }),
      )
      .get(adminPaths.contentState, async ({ request }) => {
        await requireAdmin(request)
        const waiting = notifications.state() === 'waiting' && { notificationsWaiting: true }
        const state = { ...(await describeCheckout(checkout)), ...waiting, ...named(warnings()) }
        return json(state, PRIVATE)
      })
      .get('/api/openapi.json', async ({ request }) => {
        // Built for the first request: it is rarely asked for.
        const { openApi } = await import('./openapi.ts')
        description ??= JSON.stringify(openApi)
        return sendDescription(request, description)
      })

  return {
    observe: accessLog.observe,
    metrics,
    metricsSettings,
    routes,
    /** The headers of an error's response: where several replicas share the content, another one may be able to save. */
    headersFor: (error: unknown): Record<string, string> =>
      error instanceof StorageError && disk.failed(error) && checkout?.shared ? { [CANNOT_SAVE_HEADER]: 'true' } : {},
    /** From now on, /readyz asks proxies to send no more requests here. */
    beginClosing() {
      isClosing = true
    },
  }
}

const named = (warnings: Warning[]) => (warnings.length > 0 ? { warnings } : {})
