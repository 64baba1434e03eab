import { systemClock } from '#server/lib/clock.ts'
import { onEndSignal } from '#server/lib/end-signals.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { createLog, errorFields, type Log, prettyLog } from '#server/lib/log.ts'
import { version } from '#server/lib/version.ts'
import { serveMetrics } from '#server/ops/metrics-endpoint.ts'
import { createApp } from './app.ts'
import { type Config, readConfig, rejectUnmovedFiles, unknownVariables } from './config.ts'
import { listenOn } from './http/listen.ts'
import { startServer } from './http/server.ts'
import { readManifest } from './http/static-files.ts'
import { announceSite } from './ops/running-sites.ts'
import { createServices, type Services } from './services.ts'

/** The first pages are rendered after this time. */
const START_OVER_MS = 2_000
/** Requests in flight get this long before the process ends without them. */
const GRACE_MS = 9_000
/** The output of `bun run build`. */
const DIST = 'client/dist'

/** Environment → services → app → listen. The only module with side effects on import. */
async function start(config: Config): Promise<void> {
  const isTerminal = process.stdout.isTTY === true
  const log = createLog(config.logLevel, isTerminal ? prettyLog(console.log) : console.log)
  const { commit = 'unknown' } = await readManifest(DIST)
  log.info('started', { version, commit })
  logUncaught(log)
  rejectUnmovedFiles(config)
  const print = isTerminal ? console.log : (text: string) => console.log(jsonLine('info', 'hint given', { text }))
  const hints = unknownVariables(process.env)
  const runtime = { now: systemClock, log, print, hints, isTerminal, dist: DIST }
  for (const hint of hints) log.warn('variable unknown', { hint })
  const services = await createServices(config, runtime)
  const { host, port, maxConnections } = config
  const app = createApp(services)
  const server = listenOn(port, { port: 'PORT', host: 'HOST' }, () =>
    startServer(app, services, { port, hostname: host, maxConnections }),
  )
  const metricsServer = listenForMetrics(services)
  const { processLock } = services
  processLock.onLost(() => {
    log.error('process lock lost', { reason: 'The lock file was deleted, and another process has locked the folder.' })
    process.exit(1)
  })
  closeOnSignals(
    {
      async before() {
        services.ops.beginClosing()
        await Bun.sleep(config.shutdownDelaySeconds * 1_000)
      },
      async finish() {
        // The server waits for open responses.
        services.writing.presence.close()
        await server.end()
        await metricsServer?.stop(true)
        await services.close()
        await announced.end()
      },
    },
    log,
  )
  const announced = await announceSite(config)
  await processLock.announce(server.url).catch((error) => log.error('address not announced', errorFields(error)))
  // `bun run dev` reloads the browser then.
  if (process.send) services.content.onChange(() => void process.send?.('content changed'))
  services.follow()
  if (isTerminal) console.log(server.url)
  // At any LOG_LEVEL: people and scripts that start the site wait for this line.
  else createLog('info', console.log).info('listening', { url: server.url })
  // Returns about 40 MB of startup memory at 10,000 posts, which the runtime would keep for longer.
  setTimeout(() => Bun.gc(true), START_OVER_MS)
  services.pages.prerender()
}

/**
 * What the start says to the operator, as an event: a collector of logs reads each line as JSON. Not redacted, because it names the
 * administrator that was created, and what to set.
 */
const jsonLine = (level: 'info' | 'error', event: string, fields: Record<string, string>) =>
  JSON.stringify({ level, time: systemClock().toISOString(), event, ...fields })

/** Serves metrics on a separate port, if one is configured. Throws `OperatorError` when the port is not available. */
function listenForMetrics({ ops: { metrics, metricsSettings: settings }, log }: Services) {
  if (!metrics || settings?.port === undefined) return
  const variables = { port: 'METRICS_PORT', host: 'METRICS_HOST' }
  const server = listenOn(settings.port, variables, () => serveMetrics(metrics, settings))
  log.info('metrics listening', { host: settings.host, port: server.port })
  return server
}

type Closing = { before(): Promise<void>; finish(): Promise<void> }

/** Ends the process on SIGTERM and SIGINT after `before`, which serves on, and `finish`. */
function closeOnSignals({ before, finish }: Closing, log: Log): void {
  onEndSignal(async (signal) => {
    log.info('closing', { signal })
    await before()
    const finished = finish().catch((error) => log.error('closing failed', errorFields(error)))
    await Promise.race([finished, Bun.sleep(GRACE_MS)])
    log.info('stopped')
    process.exit(0)
  })
}

/**
 * Ends the process after an uncaught exception, because its state is unknown. An unhandled rejection affects only one
 * request or rendering, so the process continues.
 */
function logUncaught(log: Log): void {
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', errorFields(error)))
  process.on('uncaughtException', (error) => {
    log.error('uncaught exception', errorFields(error))
    process.exit(1)
  })
}

/** Returns the message for errors that the operator can fix, and the stack for all others. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof OperatorError) return error.message
  return error.stack ?? error.message
}

try {
  await start(readConfig(process.env))
} catch (error) {
  const reason = reasonOf(error)
  // Collectors read this stream, too.
  console.error(process.stderr.isTTY ? reason : jsonLine('error', 'start failed', { reason }))
  process.exit(1)
}
