import { createLog, errorFields, prettyLog } from '#server/http/log.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { serveMetrics } from '#server/ops/metrics-routes.ts'
import { createApp } from './app.ts'
import { type Config, InvalidConfigError, readConfig, rejectUnmovedFiles } from './config.ts'
import { startServer } from './http/server.ts'
import { createServices, type Services } from './services.ts'
import { closeOnSignals, logUncaught } from './shutdown.ts'

/** The first pages are rendered by then. */
const START_OVER_MS = 2_000
/** Deferred work starts this long after startup. */
const SETTLE_MS = 60_000
/** The output of `bun run build`. */
const DIST = 'client/dist'
/** Hosts that stand for all network interfaces. */
const ANYWHERE = ['0.0.0.0', '::']

/** Environment → services → app → listen. The only module with side effects on import. */
async function start(config: Config): Promise<void> {
  const isTerminal = process.stdout.isTTY === true
  const log = createLog(config.logLevel, isTerminal ? prettyLog(console.log) : console.log)
  rejectUnmovedFiles(config)
  const services = await createServices(config, {
    now: () => new Date(),
    log,
    print: console.log,
    isTerminal,
    dist: DIST,
    settleMs: SETTLE_MS,
  })
  const { port, maxConnections } = config
  const server = startServer(createApp(services), services, { port, hostname: config.host, maxConnections })
  const metricsListener = metricsServer(services)
  logUncaught(log)
  const { processLock } = services
  processLock.onLost(() => {
    log.error('process lock lost', { reason: 'The lock file was deleted, and another process has locked the folder.' })
    process.exit(1)
  })
  const announced = processLock
    .announce(server.url)
    .catch((error) => log.error('address not announced', errorFields(error)))
  closeOnSignals(async () => {
    await server.end()
    await metricsListener?.stop(true)
    await services.close()
  }, log)
  await announced
  // `bun run dev` reloads the browser then.
  if (process.send) services.content.onChange(() => void process.send?.('content changed'))
  services.follow()
  console.log(`http://${ANYWHERE.includes(config.host) ? 'localhost' : config.host}:${server.port}`)
  // Returns about 40 MB of startup memory at 10,000 posts, which the runtime would keep for longer.
  setTimeout(() => Bun.gc(true), START_OVER_MS)
  services.pages.prerender()
}

/**
 * Serves metrics on a separate port, if one is configured. Throws `InvalidConfigError` when the port is not available.
 */
function metricsServer({ ops: { metrics, metricsSettings: settings }, log }: Services) {
  if (!metrics || settings?.port === undefined) return
  try {
    const server = serveMetrics(metrics, settings)
    log.info('metrics listening', { host: settings.host, port: server.port })
    return server
  } catch {
    throw new InvalidConfigError('Cannot listen on METRICS_HOST and METRICS_PORT. Set them to another address or port.')
  }
}

/** Returns the message for errors that the operator can fix, and the stack for all others. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof OperatorError) return error.message
  if ('code' in error && error.code === 'EADDRINUSE') return 'The port is in use. Set PORT to another one.'
  return error.stack ?? error.message
}

try {
  await start(readConfig(process.env))
} catch (error) {
  console.error(reasonOf(error))
  process.exit(1)
}
