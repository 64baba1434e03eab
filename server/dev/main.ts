/** `bun run dev`: the real site behind a small proxy that reloads the browser after a change in code, style or content. */
import { watch } from 'node:fs'
import { devProxy } from './proxy.ts'

/** One save of an editor causes several events. */
const SETTLE_MS = 30
const ANSWER_EVERY_MS = 10
const PORT = Number(process.env.PORT ?? 3000)

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  probe.stop(true)
  return probe.port
}

/** Runs in a separate process, so that changed modules are loaded again. */
async function built(): Promise<boolean> {
  const build = Bun.spawn(['bun', 'client/build/build.ts', '--quick'], { stdout: 'ignore', stderr: 'inherit' })
  return (await build.exited) === 0
}

/** The site on a random port; `restart` resolves when it answers again. `changed` is called when its content changed. */
function createSite(port: number, changed: () => void) {
  const url = `http://127.0.0.1:${port}`
  const env = { ...process.env, NODE_ENV: 'development', PORT: String(port), HOST: '127.0.0.1' }
  let child: Bun.Subprocess | undefined
  let answering: Promise<void> = Promise.resolve()

  async function start() {
    // SIGKILL: a graceful stop would wait for the proxy's open connections, and every write is atomic anyway.
    child?.kill('SIGKILL')
    await child?.exited
    child = Bun.spawn(['bun', 'server/main.ts'], { env, stdout: 'inherit', stderr: 'inherit', ipc: changed })
    const { pid } = child
    while (child.pid === pid && child.exitCode === null) {
      if (await fetch(`${url}/healthz`).catch(() => undefined)) return
      await Bun.sleep(ANSWER_EVERY_MS)
    }
  }

  const restart = () => {
    answering = start()
    return answering
  }

  const isRunning = () => child?.exitCode === null
  return { url, restart, isRunning, answering: () => answering, stop: () => child?.kill() }
}

/** Runs `work` for what changed since its last run; never twice at the same time. */
function whenever(work: (changed: ReadonlySet<string>) => Promise<void>) {
  let changed = new Set<string>()
  let busy = false
  return async (file: string) => {
    changed.add(file)
    if (busy) return
    busy = true
    while (changed.size > 0) {
      await Bun.sleep(SETTLE_MS)
      const now = changed
      changed = new Set()
      await work(now)
    }
    busy = false
  }
}

const isIgnored = (file: string) => /^client\/dist|(^|\/)\.|~$|\.tmp/.test(file)
/** The running site watches its content itself. */
const isContent = (file: string) => file.startsWith('content/')
const isInBrowser = (file: string) => /^(client|server\/contract)\//.test(file)

async function develop() {
  await built()
  const site = createSite(freePort(), () => proxy.reloadBrowsers())
  const proxy = devProxy(PORT, site.url, site.answering)
  await site.restart()
  console.log(`Developing at ${proxy.url}`)
  const onChange = whenever(async (files) => {
    if (site.isRunning() && [...files].every(isContent)) return
    const started = performance.now()
    if ([...files].some(isInBrowser) && !(await built())) return
    const changed = site.restart()
    // Immediately: the proxy holds requests until the site answers.
    proxy.reloadBrowsers()
    await changed
    console.log(`${[...files].join(', ')}: in the browser after ${Math.round(performance.now() - started)} ms`)
  })
  for (const folder of ['client', 'server', 'content'])
    watch(folder, { recursive: true }, (_, name) => {
      const file = `${folder}/${name}`
      if (name !== null && !isIgnored(file)) onChange(file)
    })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      site.stop()
      process.exit()
    })
}

if (import.meta.main) await develop()
