import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './ports.ts'

export const administrator = {
  email: 'editor@palletry.example',
  password: 'correct-horse-battery',
}

const START_LIMIT_MS = 60_000

async function answers(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The site ended with ${child.exitCode}: ${output()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The site did not answer: ${output()}`)
}

/**
 * The real site as a process on a copy of the repository's content and public storage. `content` and `storage` are its folders;
 * `stop` ends it gracefully, `kill` like a power cut. `prepare` changes its folder before the start.
 */
export async function startSite(
  environment: Record<string, string> = {},
  prepare: (dir: string) => Promise<void> = async () => {},
) {
  const dir = await mkdtemp(join(tmpdir(), 'palletry-site-'))
  const content = join(dir, 'content')
  const storage = join(dir, 'storage')
  await cp('content', content, { recursive: true })
  await cp('storage/public', join(storage, 'public'), { recursive: true })
  await prepare(dir)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess
  let output = ''

  async function start() {
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      CONTENT_DIR: content,
      STORAGE_DIR: storage,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      ...environment,
    }
    child = spawn('bun', ['server/main.ts'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout?.on('data', (text) => (output += text))
    child.stderr?.on('data', (text) => (output += text))
    await answers(url, child, () => output)
  }

  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill(signal)
    })

  await start()
  return {
    url,
    content,
    storage,
    output: () => output,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async close() {
      await end('SIGKILL')
      await rm(dir, { recursive: true, force: true })
    },
  }
}

export type Site = Awaited<ReturnType<typeof startSite>>
