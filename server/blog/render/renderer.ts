import { join } from 'node:path'
import type { PostFormat } from '#contract/post-form.ts'
import { sourceVersion } from '#server/lib/source-version.ts'
import { createWorkerClient, WorkerStartError } from '#server/lib/worker-client.ts'
import type { CacheDb } from '#server/storage/cache-db.ts'
import type { CheckedText } from '#server/text/scan/checked-text.ts'
import { assertRenderable, UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'
import type { RenderOptions } from '#server/text/scan/render-options.ts'
import type { RenderRequest, RenderResult } from './render-worker.ts'

type RendererDeps = { cacheDb: CacheDb; rendering?: Rendering | undefined }
export type Renderer = ReturnType<typeof createRenderer>

/** A rejected text is not tried again for this long: each attempt costs the time limit and a worker. */
const REJECTED_FOR_MS = 60_000

/** Renders and sanitizes in a worker, each text once. `rendering`: the worker to render in. */
export function createRenderer({ cacheDb, rendering = createRendering() }: RendererDeps) {
  const version = sourceVersion(join(import.meta.dir, 'render-worker.ts'))
  const cache = createHtmlCache(cacheDb, version)
  /** Texts that are being rendered, or were rejected lately. */
  const results = new Map<string, Promise<string>>()

  /** Returns a source as HTML that is safe to put into a page. Throws `UnrenderableContentError`. */
  async function html(format: PostFormat, source: string, options: RenderOptions = {}): Promise<string> {
    // Nearly all summaries have no tags.
    if (format === 'html' && !source.includes('<')) {
      assertRenderable(format, source)
      return source
    }
    const key = new Bun.CryptoHasher('sha256').update(`${version}\n${format}\n${JSON.stringify(options)}\n${source}`)
    const digest = key.digest('hex')
    const known = cache.get(digest) ?? results.get(digest)
    if (known !== undefined) return known
    // Only of what is not rendered yet: it takes milliseconds.
    assertRenderable(format, source)
    return render(digest, { format, source, options })
  }

  function render(key: string, request: RenderRequest): Promise<string> {
    const result = rendering.render(request)
    const forget = () => results.delete(key)
    results.set(key, result)
    result.then(
      (html) => {
        cache.set(key, html)
        forget()
      },
      (error) => (error instanceof UnrenderableContentError ? setTimeout(forget, REJECTED_FOR_MS).unref() : forget()),
    )
    return result
  }

  /** The same with `data-line` on top-level elements, for previews. Not cached: every text is new. Throws `UnrenderableContentError`. */
  async function htmlWithLines(format: PostFormat, source: string, options: RenderOptions = {}): Promise<string> {
    assertRenderable(format, source)
    return rendering.render({ format, source, options, withLines: true })
  }

  return { html, htmlWithLines, check: rendering.check, warmUp: rendering.warmUp, close: rendering.close }
}

export const htmlSchema =
  'create table rendered_html (key text primary key, renderer text not null, checksum text not null, html text not null)'

/** Enough for 20,000 posts with their summaries, and some old versions. */
const ENTRIES_MAX = 50_000

/**
 * Rendered HTML by the hash of its source, of one version of the renderer; the results of others are deleted, and the oldest
 * ones at each start. Never throws: anything that is not in the cache is rendered again.
 */
export function createHtmlCache(cacheDb: CacheDb, renderer: string) {
  const oldest = '(select max(rowid) from rendered_html) - ?'
  cacheDb.tryWrite((db) =>
    db.query(`delete from rendered_html where renderer <> ? or rowid <= ${oldest}`).run(renderer, ENTRIES_MAX),
  )

  function get(key: string): string | undefined {
    const select = 'select html, checksum from rendered_html where key = ?'
    const found = cacheDb.tryRead((db) => db.query<{ html: string; checksum: string }, [string]>(select).get(key))
    return found && checksumOf(key, found.html) === found.checksum ? found.html : undefined
  }

  function set(key: string, html: string): void {
    const insert = 'insert or replace into rendered_html (key, renderer, checksum, html) values (?, ?, ?, ?)'
    cacheDb.tryWrite((db) => db.query(insert).run(key, renderer, checksumOf(key, html), html))
  }

  return { get, set }
}

/** SQLite does not notice when the disk changes the text of a row. */
const checksumOf = (key: string, html: string) => Bun.hash(key + html).toString(16)

export type RenderingOptions = {
  /** How long the idle worker stays before and after `warmUp`. */
  idleMs?: number
  warmIdleMs?: number
  /** How long one text may take. */
  timeLimitMs?: number
}
export type Rendering = ReturnType<typeof createRendering>

/**
 * The sanitizer in a worker, one text at a time: it takes 75 MB and blocks, so it runs only while it is needed. It stays longer
 * than the background queue pauses between two pages, which is as long as the last one took: with its start, up to seconds.
 */
export function createRendering({ idleMs = 5_000, warmIdleMs = 60_000, timeLimitMs = 2_000 }: RenderingOptions = {}) {
  const url = new URL('./render-worker.ts', import.meta.url)
  const worker = createWorkerClient<RenderRequest, RenderResult>({ url, idleMs, timeLimitMs })

  /** Throws `UnrenderableContentError`, also for a text that exceeds the time limit. */
  async function render(request: RenderRequest): Promise<string> {
    const result = await answer(request)
    if ('html' in result) return result.html
    throw new UnrenderableContentError('problem' in result ? result.problem : 'This text could not be read.')
  }

  async function answer(request: RenderRequest): Promise<RenderResult> {
    return worker.request(request).catch((error) => {
      if (error instanceof WorkerStartError) throw error
      return { problem: 'This text takes too long to be prepared.' }
    })
  }

  /** Finds what only rendering knows; nothing in a text that cannot be rendered. */
  async function check(request: Omit<RenderRequest, 'withLines' | 'isCheck'>): Promise<CheckedText> {
    const result = await answer({ ...request, isCheck: true })
    return 'checked' in result ? result.checked : { leftovers: [], fileTags: [], brokenAnchors: [] }
  }

  return {
    render,
    check,
    /** Starts the worker, so that the next text does not wait for it. From now on it stays longer, because an editor is at work. */
    warmUp: () => worker.warmUp(warmIdleMs),
    /** Ends the worker. */
    close: worker.close,
  }
}
