import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/helpers/ports.ts'
import { serveEnvironment } from '#tests/helpers/serve-environment.ts'
import { administrator } from '#tests/helpers/site.ts'
import { cpuSeconds, residentMegabytes } from '#tests/helpers/usage.ts'

/**
 * Starts a command that serves on `port`. Resolves when `path` answers, with the milliseconds that took. The server ends with this
 * process.
 */
export async function serve(command: string[], port: number, path: string, env: Record<string, string> = {}) {
  const started = performance.now()
  const child = Bun.spawn(command, {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  process.once('exit', () => child.kill())
  const url = `http://127.0.0.1:${port}`
  while (true) {
    const answer = await fetch(url + path).catch(() => undefined)
    if (answer?.ok) break
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended with ${child.exitCode}`)
    await Bun.sleep(5)
  }
  const firstAnswerMs = performance.now() - started
  return {
    url,
    pid: child.pid,
    firstAnswerMs,
    cpuSeconds: () => cpuSeconds(child.pid),
    residentMegabytes: () => residentMegabytes(child.pid),
    async stop() {
      child.kill()
      await child.exited
    },
  }
}

export type ServedSite = Awaited<ReturnType<typeof serve>>

type SiteOptions = {
  /** The file that Bun runs and its arguments. */
  server?: string
  storage?: string
}

/** The site on a content folder, with its own storage. */
export async function serveSite(
  content: string,
  path: string,
  { server = 'server/main.ts', ...rest }: SiteOptions = {},
) {
  const port = await freePort()
  const storage = rest.storage ?? (await mkdtemp(join(tmpdir(), 'palletry-bench-storage-')))
  const env = { PORT: String(port), HOST: '127.0.0.1', CONTENT_DIR: content, STORAGE_DIR: storage, RATE_LIMITS: 'off' }
  const credentials = { ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password }
  const all = { ...serveEnvironment, ...env, ...credentials }
  return { ...(await serve(['bun', server], port, path, all)), storage }
}
