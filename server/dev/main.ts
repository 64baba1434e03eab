/**
 * `bun run dev`: the real site behind a small proxy that reloads the browser after a change in code, style or content. With
 * `--scratch`, the site has a copy of the content and a known login.
 */
import { watch } from 'node:fs'
import { parseArgs } from 'node:util'
import { pagePaths } from '#contract/paths.ts'
import { listenOn } from '#server/http/listen.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { createScratch, describeSaves } from './scratch.ts'
import { siteEnvironment } from './site-environment.ts'

/** One save of an editor causes several events. */
const SETTLE_MS = 30
const ANSWER_EVERY_MS = 10
const PORT = Number(process.env.PORT || 3000)
const EVENTS_PATH = '/dev/events'
const SCRIPT_PATH = '/dev/reload.js'
const SCRIPT = `new EventSource('${EVENTS_PATH}').onmessage = () => location.reload()`
const TAG = `<script type="module" src="${SCRIPT_PATH}"></script></body>`

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

const { values } = parseArgs({ options: { scratch: { type: 'boolean' } } })
const scratch = values.scratch ? await createScratch(process.env) : undefined
const sitePort = freePort()
const siteUrl = `http://127.0.0.1:${sitePort}`
let site: Bun.Subprocess | undefined
/** Resolves when the site answers, or has ended; until then the proxy holds requests. */
let answering = Promise.resolve()

async function startSite(): Promise<void> {
  // SIGKILL: a graceful stop would wait for the proxy's open connections, and every write is atomic anyway.
  site?.kill('SIGKILL')
  await site?.exited
  const env = siteEnvironment(scratch?.env ?? process.env, { sitePort, port: PORT })
  const output = { stdout: 'inherit', stderr: 'inherit' } as const
  // The site sends a message when its content changed.
  const started = Bun.spawn(['bun', 'server/main.ts'], { env, ...output, ipc: reloadBrowsers })
  site = started
  while (started.exitCode === null && !(await fetch(`${siteUrl}/healthz`).catch(() => undefined)))
    await Bun.sleep(ANSWER_EVERY_MS)
}

let reload = Promise.withResolvers<void>()

function reloadBrowsers(): void {
  reload.resolve()
  reload = Promise.withResolvers()
}

/** An open response with an event for each reload. */
function events(): Response {
  const stream = new ReadableStream<string>({
    start: (events) => events.enqueue('retry: 300\n\n'),
    pull: (events) => reload.promise.then(() => events.enqueue('data: reload\n\n')),
  })
  return new Response(stream, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
}

/** Sends a request to the site, which does not know about the proxy, and adds the reload script to every page. */
async function forward(request: Request): Promise<Response> {
  await answering
  const { pathname, search } = new URL(request.url)
  const headers = new Headers(request.headers)
  headers.set('accept-encoding', 'identity')
  headers.delete('if-none-match')
  const { method, body } = request
  const answer = await fetch(siteUrl + pathname + search, { method, body, headers, redirect: 'manual' }).catch(
    notRunning,
  )
  if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer
  const sent = new Headers(answer.headers)
  for (const name of ['content-length', 'etag']) sent.delete(name)
  return new Response((await answer.text()).replace('</body>', TAG), { status: answer.status, headers: sent })
}

/** The script reloads this page, too, after the next change. */
const notRunning = () =>
  new Response('<!doctype html><body>The site does not run. The terminal says why.</body>', {
    status: 502,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })

const isIgnored = (file: string) => /^client\/dist|(^|\/)\.|~$|\.tmp/.test(file)
/** The running site watches its content itself. */
const isContent = (file: string) => file.startsWith('content/')
const isInBrowser = (file: string) => /^(client|server\/contract)\//.test(file)

const changed = new Set<string>()

async function applyChanges(): Promise<void> {
  const files = [...changed]
  changed.clear()
  if (site?.exitCode === null && files.every(isContent)) return
  const startedMs = performance.now()
  if (files.some(isInBrowser) && !(await built())) return
  answering = startSite()
  reloadBrowsers()
  await answering
  console.log(`${files.join(', ')}: in the browser after ${Math.round(performance.now() - startedMs)} ms`)
}

let applied = Promise.resolve()

/** Applies what changed since the last run; never twice at the same time. */
function onChange(file: string): void {
  if (changed.size === 0) applied = applied.then(() => Bun.sleep(SETTLE_MS)).then(applyChanges)
  changed.add(file)
}

/** Ends the process if the port cannot be used. */
function listen() {
  try {
    return listenOn(PORT, { port: 'PORT', host: 'HOST' }, () =>
      Bun.serve({
        port: PORT,
        reusePort: false,
        idleTimeout: 0,
        routes: {
          [EVENTS_PATH]: events,
          [SCRIPT_PATH]: () => new Response(SCRIPT, { headers: { 'content-type': 'text/javascript' } }),
        },
        fetch: forward,
      }),
    )
  } catch (error) {
    site?.kill()
    console.error(error instanceof OperatorError ? error.message : error)
    process.exit(1)
  }
}

await built()
answering = startSite()
await answering
const proxy = listen()
console.log(`Developing at ${proxy.url.href}, with the dashboard at ${new URL(pagePaths.adminBlog, proxy.url).href}`)
console.log(await describeSaves(process.env, scratch !== undefined))
for (const folder of ['client', 'server', 'content'])
  watch(folder, { recursive: true }, (_, name) => {
    if (name !== null && !isIgnored(`${folder}/${name}`)) onChange(`${folder}/${name}`)
  })
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    site?.kill()
    await site?.exited
    await scratch?.remove()
    process.exit()
  })
