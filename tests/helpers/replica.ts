import { mkdir, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { answers, type Child, startChild } from './child.ts'

type ReplicaOptions = {
  /** Its folders: `site` (a checkout with `content` and `storage/public`), `private`, `build`. */
  folder: string
  port: number
  environment: Readonly<Record<string, string>>
  /** The file that Bun runs and its arguments. */
  server: readonly [string, ...string[]]
  dist: string
}
export type Replica = Awaited<ReturnType<typeof createReplica>>

/** One of several sites with folders of its own, as a process at a port that stays the same. Not started. */
export function createReplica({ folder, port, environment, server: [file, ...words], dist }: ReplicaOptions) {
  const site = join(folder, 'site')
  const url = `http://127.0.0.1:${port}`
  let build = dist
  let child: Child | undefined

  /** The server reads the build from `client/dist` of its working directory. */
  async function workingDirectory(): Promise<string> {
    const work = join(folder, 'build')
    await rm(work, { recursive: true, force: true })
    await mkdir(join(work, 'client'), { recursive: true })
    await symlink(resolve(build), join(work, 'client', 'dist'))
    return work
  }

  async function end(signal: NodeJS.Signals) {
    await child?.end(signal)
    child = undefined
  }

  return {
    url,
    folder,
    content: join(site, 'content'),
    storage: join(site, 'storage'),
    private: join(folder, 'private'),
    /** Starts it and returns once it serves. `dist`: another build from now on. */
    async start(options: { dist?: string } = {}) {
      build = options.dist ?? build
      child = await startChild({
        command: ['bun', resolve(file), ...words],
        cwd: await workingDirectory(),
        env: {
          NODE_ENV: 'production',
          PORT: String(port),
          HOST: '127.0.0.1',
          CONTENT_DIR: join(site, 'content'),
          STORAGE_DIR: join(site, 'storage'),
          PRIVATE_DIR: join(folder, 'private'),
          ...environment,
        },
        isReady: () => answers(`${url}/readyz`),
      })
    },
    /** Stops it with SIGTERM; requests in flight are answered. */
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    /** Deletes all that a stopped replica has on disk. */
    deleteFolders: () => rm(folder, { recursive: true, force: true }),
    /** The end of what it has printed. */
    output: () => child?.output() ?? '',
  }
}
