import { join } from 'node:path'
import type { PostFormat } from '#contract/post-form.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { assertRenderable, UnrenderableContentError } from '#server/lib/nesting-limit.ts'
import { sourceVersion } from '#server/lib/source-version.ts'
import type { CacheDb } from '#server/storage/cache-db.ts'
import type { RenderRequest, RenderResult } from './render-worker.ts'

export type Renderer = {
  /** Returns a source as HTML that is safe to put into a page. Throws `UnrenderableContentError`. */
  html(format: PostFormat, source: string): Promise<string>
  /** Starts the worker, so that the next text does not wait for it. */
  warmUp(): Promise<void>
  /** The same, and from now on the worker stays longer, because an editor is at work. */
  keepWarm(): Promise<void>
  /** Whether the next text is the first that this version renders here. */
  isCacheEmpty(): boolean
  /** Ends the worker. */
  close(): void
}
type RendererDeps = {
  cacheDb: CacheDb
  /** The worker to render in; by default one of its own. */
  rendering?: Rendering | undefined
}

/** Words, some of them emphasized: no nested or open element and no attribute. `nth` is the number of the pattern's own group. */
const words = (nth: number) => `[^<>&]*(?:(?:&(?:amp|lt|gt|nbsp);|<(b|code|em|i|strong)>[^<>&]*</\\${nth}>)[^<>&]*)*`
const PLAIN = new RegExp(`^(?:${words(1)}|(?:<p>${words(2)}</p>[ \\n]*)+)$`)
const CONTROL = /[^\P{Cc}\n]/u
/** The pattern is not run on longer texts. */
const PLAIN_MAX_CHARACTERS = 10_000

/** Whether the sanitizer would not change a text: without tags, or short with emphasized words, as nearly all summaries are. */
export const needsNoSanitizing = (html: string) =>
  !html.includes('<') || (html.length <= PLAIN_MAX_CHARACTERS && !CONTROL.test(html) && PLAIN.test(html))

/** A rejected text is not tried again for this long: each attempt costs the time limit and a worker. */
const REJECTED_FOR_MS = 60_000

/** Renders and sanitizes in a worker, each text once. */
export function createRenderer({ cacheDb, rendering = createRendering() }: RendererDeps): Renderer {
  const version = sourceVersion(join(import.meta.dir, 'render-worker.ts'))
  const cache = createHtmlCache(cacheDb, version)
  const running = new Map<string, Promise<string>>()
  const rejectedUntil = new Map<string, number>()

  async function html(format: PostFormat, source: string): Promise<string> {
    assertRenderable(format, source)
    if (format === 'html' && needsNoSanitizing(source)) return source
    const key = new Bun.CryptoHasher('sha256').update(`${version}\n${format}\n${source}`).digest('hex')
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const result = running.get(key) ?? render(key, format, source).finally(() => running.delete(key))
    running.set(key, result)
    return result
  }

  async function render(key: string, format: PostFormat, source: string): Promise<string> {
    if ((rejectedUntil.get(key) ?? 0) > performance.now())
      throw new UnrenderableContentError('This text takes too long to be prepared.')
    const html = await rendering.render({ format, source }).catch((error) => reject(key, error))
    cache.set(key, html)
    return html
  }

  function reject(key: string, error: unknown): never {
    const now = performance.now()
    for (const [old, until] of rejectedUntil) if (until <= now) rejectedUntil.delete(old)
    if (error instanceof UnrenderableContentError) rejectedUntil.set(key, now + REJECTED_FOR_MS)
    throw error
  }

  const { warmUp, keepWarm, close } = rendering
  return { html, warmUp, keepWarm, isCacheEmpty: cache.isEmpty, close }
}

export const htmlSchema = `create table rendered_html (
  key text primary key, renderer text not null, used_at integer not null, size integer not null,
  checksum text not null, html text not null)`

/** Enough for 20,000 posts and some hundred old versions of each recent one. */
const MAX_CHARACTERS = 200_000_000
/** Least recently used entries that are deleted at a time, when the cache is full. */
const EVICTED_ENTRIES = 100
/** How exact `used_at` is. */
const USED_EVERY_MS = 24 * 60 * 60 * 1000

/**
 * Rendered HTML by the hash of its source, of one version of the renderer; the results of others are deleted. Never throws:
 * anything that is not in the cache is rendered again.
 */
export function createHtmlCache(cacheDb: CacheDb, renderer: string, maxCharacters = MAX_CHARACTERS) {
  cacheDb.tryWrite((db) => db.query('delete from rendered_html where renderer <> ?').run(renderer))
  let characters = readSize()
  cacheDb.onLost(() => {
    characters = 0
  })

  function readSize(): number {
    const select = 'select coalesce(sum(size), 0) as size from rendered_html'
    return cacheDb.tryRead((db) => db.query<{ size: number }, []>(select).get())?.size ?? 0
  }

  function get(key: string): string | undefined {
    const select = 'select html, checksum, used_at as usedAt from rendered_html where key = ?'
    const found = cacheDb.tryRead((db) =>
      db.query<{ html: string; checksum: string; usedAt: number }, [string]>(select).get(key),
    )
    if (!found || checksumOf(key, found.html) !== found.checksum) return undefined
    if (Date.now() - found.usedAt > USED_EVERY_MS) {
      cacheDb.tryWrite((db) => db.query('update rendered_html set used_at = ? where key = ?').run(Date.now(), key))
    }
    return found.html
  }

  function set(key: string, html: string): void {
    const insert = 'insert or replace into rendered_html (key, renderer, used_at, size, checksum, html)'
    cacheDb.tryWrite((db) =>
      db
        .query(`${insert} values (?, ?, ?, ?, ?, ?)`)
        .run(key, renderer, Date.now(), html.length, checksumOf(key, html), html),
    )
    characters += html.length
    if (characters > maxCharacters) evict()
  }

  function evict(): void {
    const oldest = 'select key from rendered_html order by used_at limit ?'
    cacheDb.tryWrite((db) => db.query(`delete from rendered_html where key in (${oldest})`).run(EVICTED_ENTRIES))
    characters = readSize()
  }

  return { get, set, isEmpty: () => characters === 0 }
}

/** SQLite does not notice when the disk changes the text of a row. */
const checksumOf = (key: string, html: string) => Bun.hash(key + html).toString(16)

export type RenderingOptions = {
  /** How long the idle worker stays before and after `keepWarm`. */
  idleMs?: number
  warmIdleMs?: number
  /** How long one text may take. */
  timeLimitMs?: number
}
export type Rendering = ReturnType<typeof createRendering>

/**
 * The sanitizer in a worker, one text at a time: it takes 75 MB and blocks, so it runs only while it is needed. Throws
 * `UnrenderableContentError` for a text that exceeds the time limit, which ends the worker.
 */
export function createRendering({ idleMs = 500, warmIdleMs = 60_000, timeLimitMs = 2_000 }: RenderingOptions = {}) {
  const exclusively = createMutex()
  let starting: Promise<Worker> | undefined
  let idleTimer: Timer | undefined
  let idleTimeoutMs = idleMs

  function start(): Promise<Worker> {
    if (starting) return starting
    const started = startWorker()
    const clear = () => {
      if (starting === started) starting = undefined
    }
    started.then((worker) => worker.addEventListener('close', clear), clear)
    starting = started
    return started
  }

  function stop(): void {
    clearTimeout(idleTimer)
    starting?.then((worker) => worker.terminate()).catch(() => {})
    starting = undefined
  }

  function stopWhenIdle(): void {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(stop, idleTimeoutMs)
  }

  const render = (request: RenderRequest): Promise<string> =>
    exclusively(async () => {
      clearTimeout(idleTimer)
      const result = await send(await start(), request, timeLimitMs)
      if (result) stopWhenIdle()
      else stop()
      if (result && 'html' in result) return result.html
      const problem = result && 'problem' in result ? result.problem : 'This text takes too long to be prepared.'
      throw new UnrenderableContentError(problem)
    })

  /** Waits for its turn, because a working worker is not idle. */
  const warmUp = (): Promise<void> =>
    exclusively(async () => {
      await start()
      stopWhenIdle()
    })

  function keepWarm(): Promise<void> {
    idleTimeoutMs = warmIdleMs
    return warmUp()
  }

  return { render, warmUp, keepWarm, close: stop }
}

/** Loading takes half a second, which does not count for any text. Rejects when the worker ends instead. */
function startWorker(): Promise<Worker> {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url).href)
  return new Promise((resolve, reject) => {
    worker.addEventListener('close', () => reject(new Error('The sanitizer could not be started.')), { once: true })
    worker.onmessage = () => resolve(worker)
    worker.onerror = ({ message }) => reject(new Error(message))
  })
}

/** Resolves with `undefined` when no result came in time, or when the worker ended. */
function send(worker: Worker, request: RenderRequest, timeLimitMs: number): Promise<RenderResult | undefined> {
  return new Promise((resolve) => {
    const settle = (result?: RenderResult) => {
      cancelTimer()
      worker.removeEventListener('close', fail)
      resolve(result)
    }
    const fail = () => settle()
    const cancelTimer = afterCpuTime(timeLimitMs, fail)
    // Set for each text: a listener that never runs would retain the text for the lifetime of the worker.
    worker.onmessage = ({ data }: MessageEvent<RenderResult>) => settle(data)
    worker.onerror = fail
    worker.addEventListener('close', fail)
    worker.postMessage(request)
  })
}

/**
 * Calls back once this much time has passed and this process has used as much CPU time: on a busy machine, a text is not
 * rejected for waiting. Returns a function that cancels the timer.
 */
function afterCpuTime(ms: number, callback: () => void): () => void {
  const start = process.cpuUsage()
  const check = () => {
    const { user, system } = process.cpuUsage(start)
    const remainingMs = ms - (user + system) / 1000
    if (remainingMs <= 0) callback()
    else timer = setTimeout(check, remainingMs)
  }
  let timer = setTimeout(check, ms)
  return () => clearTimeout(timer)
}
