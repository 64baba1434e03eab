import { parseArgs } from 'node:util'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/http/server.ts'
import { createLog } from '#server/lib/log.ts'
import { createServices } from '#server/services.ts'
import { limitedLogDisk } from './limited-log-disk.ts'

/** The cost of password hashing is measured by `bun run bench`; here it is argon2id's minimum. */
const CHEAP = { memoryCost: 8, timeCost: 1 }

/**
 * The real site with nearly free password hashes, which `server/main.ts` does not support. `disk`: the capacity of its private
 * folder in bytes; `idle`: the timeout of slow connections in seconds.
 */
async function start({ disk, idle }: { disk?: string | undefined; idle?: string | undefined }) {
  const config = readConfig(process.env, () => '')
  const log = createLog(config.logLevel, console.log)
  const services = await createServices(config, {
    now: () => new Date(),
    log,
    print: console.log,
    isTerminal: false,
    dist: 'client/dist',
    hashCost: CHEAP,
    ...(disk && { logDisk: limitedLogDisk(Number(disk)) }),
  })
  const { port, host: hostname, maxConnections } = config
  const server = startServer(createApp(services), services, {
    port,
    hostname,
    maxConnections,
    ...(idle && { idleSeconds: Number(idle) }),
  })
  process.once('SIGTERM', async () => {
    await server.end()
    await services.close()
    process.exit(0)
  })
  services.follow()
  console.log(`http://${config.host}:${server.port}`)
}

if (import.meta.main) {
  const options = { disk: { type: 'string' }, idle: { type: 'string' } } as const
  await start(parseArgs({ args: process.argv.slice(2), options }).values)
}
