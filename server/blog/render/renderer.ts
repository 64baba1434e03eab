import type { PostFormat } from '#contract/post-form.ts'
import type { CacheDb } from '#server/storage/cache-db.ts'
import { createHtmlCache } from './html-cache.ts'
import { assertRenderable, UnrenderableContentError } from './nesting-limit.ts'
import { rendererVersion } from './renderer-version.ts'
import { createRendering, type Rendering } from './worker-client.ts'

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
export type RendererDeps = {
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
  const version = rendererVersion()
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
