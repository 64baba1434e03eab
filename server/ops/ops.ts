import * as v from 'valibot'
import { GitSummarySchema, gitPauses, WarningSchema } from '#contract/content.ts'
import { CANNOT_SAVE_HEADER } from '#contract/other-replica.ts'
import { type Checkout, gitPause, gitSummary } from '#server/git/checkout.ts'
import { createAccessLog } from '#server/http/access-log.ts'
import { endpoint, ok, revalidated, type Section } from '#server/http/endpoint.ts'
import { apiHeaders, createPrecompressed, json } from '#server/http/responses.ts'
import type { Tls } from '#server/http/strict-transport.ts'
import type { Notifications } from '#server/leads/notify/follow-log.ts'
import { StorageError } from '#server/lib/errors.ts'
import type { TrustedProxies } from '#server/lib/ip.ts'
import type { Log } from '#server/lib/log.ts'
import type { DiskCheck } from './disk-check.ts'
import type { SiteSettings } from './finding.ts'
import { createLastBackup } from './last-backup.ts'
import { createMetrics, type MetricsSources } from './metrics.ts'
import { type MetricsSettings, metricsEndpoint } from './metrics-endpoint.ts'
import { siteStateEndpoints } from './site-state.ts'
import { namedWarnings, warningsOf } from './warnings.ts'

type OpsOptions = Omit<MetricsSources, 'inFlight' | 'refresh' | 'lastBackup'> & {
  /** `hints`: about variables that are not ours. */
  settings: SiteSettings & { hints: readonly string[] }
  now(): Date
  disk: DiskCheck
  checkout: Checkout
  notifications: Pick<Notifications, 'state'>
  /** The logs that must be writable. */
  storage: readonly { isHealthy(): boolean }[]
  /** `undefined`: metrics are off. */
  metricsSettings: MetricsSettings | undefined
  trustedProxies: TrustedProxies
  tls: Tls
  log: Log
}

/** Anyone may read it, so it names states and has no figures: those are metrics. */
const ReadinessSchema = v.strictObject({
  status: v.picklist(['ok', 'degraded']),
  content: v.picklist(['ok', 'invalid']),
  images: v.picklist(['ok', 'waiting']),
  storage: v.picklist(['ok', 'failing']),
  notifications: v.picklist(['ok', 'waiting', 'off']),
  git: GitSummarySchema,
  git_state: v.exactOptional(v.picklist(gitPauses)),
  database: v.exactOptional(v.picklist(['ok', 'away'])),
  warnings: v.exactOptional(v.array(WarningSchema)),
})
const HealthSchema = v.strictObject({ status: v.literal('ok') })
const OpenApiSchema = v.looseObject({ openapi: v.literal('3.1.0') })

/** Access log, health checks, metrics, content status, and the OpenAPI document. */
export async function createOps({ metricsSettings, trustedProxies, tls, log, settings, ...options }: OpsOptions) {
  const { content, checkout, notifications, storage, database, waitingImages, disk } = options
  const accessLog = createAccessLog(log, trustedProxies, tls)
  const lastBackup = createLastBackup({ ...settings, shared: database?.store, now: options.now, log })
  const sources = { ...options, lastBackup, hasUntrustedProxy: accessLog.hasUntrustedProxy }
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
    const isInvalid = content.snapshot().problems.some(({ severity }) => severity === 'error')
    const isWritable = storage.every(({ isHealthy }) => isHealthy())
    return {
      status: !isInvalid && isWritable ? 'ok' : 'degraded',
      content: isInvalid ? 'invalid' : 'ok',
      images: waitingImages() > 0 ? 'waiting' : 'ok',
      storage: isWritable ? 'ok' : 'failing',
      ...(database && { database: database.state() }),
      notifications: notifications.state(),
      git: gitSummary(checkout),
      ...(pause && { git_state: pause }),
      ...namedWarnings(warnings()),
    }
  }

  const cannotSave = () => disk.state() !== 'ok'

  const siteState = siteStateEndpoints({ ...options, settings, lastBackup, warnings, trustedProxies })

  /**
   * For machines. The details of problems are only for administrators: they quote drafts and name the server's folders. The OpenAPI
   * document is public: the operations are protected, not secret.
   */
  const forMachines = (sections: () => readonly Section[]) => [
    endpoint({
      id: 'checkHealth',
      summary: 'Checks that the process is alive',
      method: 'GET',
      path: '/healthz',
      access: 'public',
      response: ok(HealthSchema, 'Alive.'),
      handle: () => ({ status: 'ok' as const }),
    }),
    endpoint({
      id: 'checkReadiness',
      summary: 'Returns the state of the content, the logs, the database of DATABASE_URL, the notifications and git',
      method: 'GET',
      path: '/readyz',
      access: 'public',
      response: ok(ReadinessSchema, 'The site serves requests whatever the state. Figures are metrics.'),
      handle: async () => (isClosing ? json({ status: 'closing' }, { status: 503 }) : json(await readiness())),
    }),
    endpoint({
      id: 'checkSaving',
      summary: 'Checks that this process can store saves',
      description: '503 also while the process closes. A proxy in front of several replicas asks for it.',
      method: 'GET',
      path: '/readyz/saves',
      access: 'public',
      response: ok(HealthSchema, 'It can.'),
      errors: [503],
      handle: () =>
        isClosing || cannotSave() ? json({ status: 'failing' }, { status: 503 }) : { status: 'ok' as const },
    }),
    metricsEndpoint(metrics, metricsSettings),
    endpoint({
      id: 'readDescription',
      summary: 'Returns this document',
      method: 'GET',
      path: '/api/openapi.json',
      access: 'public',
      response: revalidated(OpenApiSchema, 'OpenAPI 3.1.'),
      async handle({ request }) {
        // Built for the first request: it is rarely asked for.
        const { createOpenApi } = await import('./openapi.ts')
        description ??= JSON.stringify(createOpenApi(sections()))
        return sendDescription(request, description)
      },
    }),
  ]

  return {
    lastBackup,
    observe: accessLog.observe,
    metrics,
    metricsSettings,
    /** For administrators. */
    endpoints: siteState,
    forMachines,
    /** The headers of an error's response: where several replicas share the content, another one may be able to save. */
    headersFor: (error: unknown): Record<string, string> =>
      error instanceof StorageError && disk.failed(error) && checkout?.shared ? { [CANNOT_SAVE_HEADER]: 'true' } : {},
    /** From now on, /readyz asks proxies to send no more requests here. */
    beginClosing() {
      isClosing = true
    },
  }
}
