import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import { createApp } from '#server/app.ts'
import { createRendering } from '#server/blog/render/renderer.ts'
import { type Environment, readConfig } from '#server/config.ts'
import type { Timers } from '#server/content/publication.ts'
import { startServer } from '#server/http/server.ts'
import { builtAssets } from '#server/http/static-files.ts'
import { createLog } from '#server/lib/log.ts'
import { createServices } from '#server/services.ts'
import type { Disk } from '#server/storage/files.ts'
import type { Converter } from '#server/writing/converter.ts'
import { commitAll } from '#tests/git/checkout.ts'
import { smallContent } from './small-content.ts'
import { storeOf } from './stores.ts'

/** Starting the sanitizer takes half a second of CPU time, so all apps of a test process share one. */
const worker = createRendering({ idleMs: 10_000, warmIdleMs: 10_000 })
const sharedRendering = { ...worker, close: () => {} }

const DIST = 'client/dist'
let builtFiles: ReturnType<typeof builtAssets> | undefined
/** Reading and hashing the build takes a third of the start of a site, so all apps of a test process share what was read. */
async function sharedAssets() {
  builtFiles ??= builtAssets(DIST)
  const copy = new Elysia({ name: 'built-assets' })
  // A response that one app has sent cannot be cloned by the next.
  for (const { method, path, handler, hooks } of (await builtFiles).routes)
    copy.route(method, path, handler instanceof Response ? handler.clone() : handler, hooks)
  return copy
}

export const ADMIN = { email: 'admin@testery.example', password: 'correct horse battery' }

export type TestAppOptions = {
  /** Content files that extend or replace the minimal content: path → text. */
  files?: Record<string, string>
  /** Environment variables in addition to the two folders and the administrator. */
  env?: Environment
  now?: () => Date
  /** The folder of the form logs. */
  logDisk?: Disk
  /** The worker of documents; closed with the app. */
  converter?: Converter
  /** The capacity of the page cache, in bytes. */
  pageCacheBytes?: number
  /** Runs timers by `now` (see `testClock`). */
  timers?: Timers
  /** The `dir` of an earlier app that was stopped: this one is its next start. */
  dir?: string | undefined
  /** Whether the folder is a git checkout with all content committed. */
  inGit?: boolean
  /** The folder with the build. With one, and a database, replicas share their builds. */
  dist?: string
  /** Whether the site is started on a terminal; true by default. */
  isTerminal?: boolean
  /** About variables of the environment that are not ours. */
  hints?: readonly string[]
}

type Sent = {
  json?: unknown
  form?: FormData | Record<string, string>
  token?: string
  headers?: Record<string, string>
}

async function folders(files: Record<string, string>) {
  const dir = await mkdtemp(join(tmpdir(), 'test-app-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, 'content', path)), { recursive: true })
    await Bun.write(join(dir, 'content', path), text)
  }
  return dir
}

/** The real app on temporary folders, with the administrator `ADMIN`. Only password hashing is cheaper than in production. */
export async function testApp({
  files = {},
  env = {},
  now = () => new Date(),
  dir: old,
  inGit,
  dist,
  ...world
}: TestAppOptions = {}) {
  const dir = old ?? (await folders({ ...smallContent, ...files }))
  if (inGit) await commitAll(dir)
  const storage = env.STORAGE_DIR ?? join(dir, 'storage')
  const logged: string[] = []
  const printed: string[] = []
  const config = readConfig(
    {
      CONTENT_DIR: join(dir, 'content'),
      STORAGE_DIR: join(dir, 'storage'),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...(await storeOf(storage)),
      ...env,
    },
    () => '',
  )
  const log = createLog('debug', (line) => logged.push(line), now)
  const services = await createServices(config, {
    isTerminal: true,
    ...world,
    now,
    log,
    print: (line) => printed.push(line),
    dist: dist ?? DIST,
    assets: dist === undefined ? await sharedAssets() : undefined,
    hashCost: { memoryCost: 64, timeCost: 2 },
    captchaWork: { cost: 1, keysMin: 5, keysMax: 50 },
    rendering: sharedRendering,
  })
  const app = createApp(services)

  const get = (path: string, init: RequestInit = {}) =>
    services.observe(new Request(`http://localhost${path}`, init), app.handle, () => '127.0.0.1')
  const send = (method: string, path: string, { json, form, token, headers = {} }: Sent = {}) =>
    get(path, {
      method,
      headers: {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(form === undefined ? {} : { body: form instanceof FormData ? form : new URLSearchParams(form) }),
    })
  const post = (path: string, json: unknown) => send('POST', path, { json })
  const stop = async () => {
    await app.server?.stop(true)
    await services.close()
  }

  return {
    get,
    send,
    post,
    /** A token of the administrator. */
    async login(): Promise<string> {
      const answer = await post(adminPaths.login, ADMIN)
      if (!answer.ok) throw new Error(`The login was answered ${answer.status}: ${await answer.text()}`)
      const { token }: { token: string } = await answer.json()
      return token
    },
    /** The same without a login, which checks a password and writes a line to the audit log. */
    async session(): Promise<string> {
      const { administrators, sessions, tokens } = services.admin
      const [administrator] = await administrators.list()
      const { id } = await sessions.start({ administrator: administrator?.id ?? '', address: '', browser: '' })
      return tokens.sessions.issue(id)
    },
    /** The folder that holds `content/` and `storage/`. */
    dir,
    content: services.content,
    services,
    app,
    /** The server's log and output lines. */
    logged,
    printed,
    /** Listens on a free loopback port and returns the URL. */
    listen(): string {
      return `http://127.0.0.1:${startServer(app, services, { port: 0, hostname: '127.0.0.1' }).port}`
    },
    /** Waits until every save is committed or its commit is deferred: responses do not wait for git. */
    committed: async () => services.checkout?.idle(),
    stop,
    async close() {
      await stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof testApp>>
