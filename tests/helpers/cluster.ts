import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCaddy } from './caddy.ts'
import { runGit, type SeedFiles, startGitRemote } from './git-remote.ts'
import { stablePorts } from './ports.ts'
import { emptyDatabase, startPostgres } from './postgres.ts'
import { createReplica } from './replica.ts'
import { administrator } from './site.ts'

type ClusterOptions = {
  replicas: number
  /** For all files; it stays. By default a temporary one. */
  folder?: string
  /** Content of the site; without it a copy of this repository's. */
  files?: SeedFiles
  /** The build of the client of each replica. */
  dist?: string
  /** The file that Bun runs for each replica, and its arguments. */
  server?: readonly [string, ...string[]]
  environment?: Readonly<Record<string, string>>
  /** `false`: no Caddy, which is not installed everywhere; `url` is then the first replica's. */
  proxy?: boolean
}
export type TestCluster = Awaited<ReturnType<typeof startCluster>>

/** Passwords and keys that all replicas share. */
const SHARED = {
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
  JWT_SECRET: 'a-secret-of-the-test-cluster-0123456789',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
  TRUSTED_PROXIES: '127.0.0.1/32',
  GIT_PUSH: 'on',
}

/**
 * The services of compose.scale.yaml as processes: Caddy, replicas of the site, PostgreSQL, whose commits survive `kill`, and a bare
 * git remote behind a git daemon. Needs `hasPostgres` and, with `proxy`, `hasCaddy`.
 */
export async function startCluster({
  replicas: count,
  folder: own,
  files,
  dist = 'client/dist',
  server = ['server/main.ts'],
  environment = {},
  proxy = true,
}: ClusterOptions) {
  const folder = own ?? (await mkdtemp(join(tmpdir(), 'cluster-')))
  const [proxyPort = 0, gitPort = 0, ...ports] = await stablePorts(count + 2)
  const root = join(folder, 'remote')
  await mkdir(root)
  const daemon = await startGitRemote({ folder: root, files, port: gitPort })
  const postgres = await startPostgres({ isDurable: true })
  const databaseUrl = await emptyDatabase(Promise.resolve(postgres))
  const remote = `git://127.0.0.1:${gitPort}/site.git`
  const settings = { ...SHARED, DATABASE_URL: databaseUrl, GIT_REMOTE: remote, ...environment }
  const replicas = ports.map((port, index) =>
    createReplica({
      folder: join(folder, `replica-${index + 1}`),
      port,
      environment: settings,
      server,
      dist,
    }),
  )
  // All at once, as the services start: the first one creates what they share.
  await Promise.all(replicas.map(({ start }) => start()))
  const hosts = replicas.map(({ url }) => new URL(url).host)
  const caddy = proxy
    ? await startCaddy({ port: proxyPort, replicas: hosts, folder: join(folder, 'caddy') })
    : undefined

  return {
    /** Of Caddy. */
    url: caddy ? `http://127.0.0.1:${proxyPort}` : (replicas[0]?.url ?? ''),
    replicas,
    database: {
      url: databaseUrl,
      /** Ends it like a power cut. */
      kill: () => postgres.stop('SIGKILL'),
      /** Freezes it, or lets it go on. */
      signal: postgres.signal,
      /** Returns once it answers. */
      start: postgres.start,
      async restart() {
        await postgres.stop()
        await postgres.start()
      },
    },
    remote: {
      url: remote,
      /** The bare repository. */
      folder: join(root, 'site.git'),
      git: (...words: string[]) => runGit(join(root, 'site.git'), ...words),
    },
    async close() {
      await Promise.all([caddy?.end('SIGKILL'), ...replicas.map(({ kill }) => kill()), daemon.end('SIGKILL')])
      await postgres.close()
      if (own === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
