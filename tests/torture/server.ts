import { createApp } from '#server/app.ts'
import { closeOnSignals } from '#server/closing.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/http/log.ts'
import { listen } from '#server/listen.ts'
import { createParts } from '#server/parts.ts'
import { limitedLogDisk } from './limited-log-disk.ts'

/** What it costs the site to hash a password is a matter of its own (`bun run bench`); here it is as little as argon2id can. */
const CHEAP = { memoryCost: 8, timeCost: 1 }

/**
 * The real site with hashes that cost next to nothing: `server/main.ts` cannot be told to have them. An argument is the
 * bytes that its folder for private files may hold, for machines where nothing smaller can be mounted.
 */
async function start(diskBytes: string | undefined) {
  const config = readConfig(process.env, () => '')
  const log = createLog(config.logLevel, console.log)
  const parts = await createParts(config, {
    now: () => new Date(),
    log,
    print: console.log,
    dist: 'client/dist',
    hashCost: CHEAP,
    ...(diskBytes && { logDisk: limitedLogDisk(Number(diskBytes)) }),
  })
  const { port, host: hostname, maxConnections } = config
  const server = listen(createApp(parts), parts, { port, hostname, maxConnections })
  closeOnSignals(async () => {
    await server.end()
    await parts.close()
  }, log)
  console.log(`http://${config.host}:${server.port}`)
}

if (import.meta.main) await start(process.argv[2])
