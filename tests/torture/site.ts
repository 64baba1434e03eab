import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { serveEnvironment } from '#tests/helpers/serve-environment.ts'
import { administrator } from '#tests/helpers/site.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import { cpuSeconds } from '#tests/helpers/usage.ts'

export const REAL_SERVER = ['server/main.ts']
/** The same with cheap hashes. */
export const CHEAP_SERVER = ['tests/torture/server.ts']
/** Slow clients are disconnected after two seconds instead of ten: the same deadline, but faster tests. */
export const IMPATIENT_SERVER = [...CHEAP_SERVER, '--idle=2']

/** Longer than any start, even on a busy machine. */
const START_LIMIT_MS = 60_000

export type SiteOptions = {
  folder: string
  /** The file that Bun runs and its arguments. */
  server?: readonly string[]
  /** Environment variables that replace those of other scenarios. */
  env?: Readonly<Record<string, string>>
}

/** The site's folders and its start command. `private` contains the two logs. */
export async function createSite({ folder, server = CHEAP_SERVER, env: more = {} }: SiteOptions) {
  const storage = join(folder, 'storage')
  for (const [path, text] of Object.entries(smallContent)) {
    await mkdir(dirname(join(folder, 'content', path)), { recursive: true })
    await Bun.write(join(folder, 'content', path), text)
  }
  // The next start needs no renderer for pages that were rendered before.
  await mkdir(join(storage, 'private', 'html'), { recursive: true, mode: 0o700 })
  const env = {
    ...process.env,
    ...serveEnvironment,
    // A port that the system selects for each start: a fixed one could be taken by the next start.
    PORT: '0',
    HOST: '127.0.0.1',
    CONTENT_DIR: join(folder, 'content'),
    STORAGE_DIR: storage,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ...more,
  }
  return {
    private: join(storage, 'private'),
    registrations: join(storage, 'private', 'registrations.jsonl'),
    messages: join(storage, 'private', 'contact-messages.jsonl'),
    /** `quiet`: for a process that is expected to end with an error. */
    begin: ({ quiet = false } = {}) => begin(server, env, quiet),
  }
}
export type Site = Awaited<ReturnType<typeof createSite>>

/** One run of the server until it ends. */
function begin(server: readonly string[], env: Record<string, string | undefined>, quiet: boolean) {
  const began = performance.now()
  const child = Bun.spawn(['bun', ...server], {
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: quiet ? 'ignore' : 'inherit',
  })
  const killChild = () => child.kill('SIGKILL')
  process.prependOnceListener('exit', killChild)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    return child.exited
  }
  child.exited.then(() => process.off('exit', killChild))
  return {
    /** Its URL, how long it took to be ready, and its CPU time. Throws when it ends before. */
    async ready(): Promise<{ url: string; startMs: number; startCpuMs: number }> {
      const url = await Promise.race([addressIn(child.stdout), tooLate()])
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(START_LIMIT_MS) })
      if (!answer.ok) throw new Error(`/readyz answered ${answer.status}`)
      return { url, startMs: performance.now() - began, startCpuMs: (await cpuSeconds(child.pid)) * 1000 }
    },
    pid: child.pid,
    /** Its exit code when it ends without a signal. */
    exited: child.exited,
    /** Both return the exit code. */
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
export type Life = ReturnType<typeof begin>

async function tooLate(): Promise<never> {
  await Bun.sleep(START_LIMIT_MS)
  throw new Error('The server never said that it listens.')
}

/** The output line with its URL. Later output is read too, so that it never blocks. */
function addressIn(said: ReadableStream<Uint8Array>): Promise<string> {
  return new Promise((resolve, reject) => {
    const read = async () => {
      let text = ''
      const decoder = new TextDecoder()
      for await (const piece of said) {
        text = `${text}${decoder.decode(piece, { stream: true })}`.slice(-4_000)
        const [, event, line] = /"event":"listening","url":"([^"]+)"|^(http:\/\/\S+)$/m.exec(text) ?? []
        const url = event ?? line
        if (url) resolve(url)
      }
      reject(new Error(`The server ended before it listened: ${text}`))
    }
    read().catch(reject)
  })
}
