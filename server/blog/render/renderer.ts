import type { PostFormat } from '#contract/post-form.ts'
import type { Log } from '#server/http/log.ts'
import { createHtmlCache } from './html-cache.ts'
import { rendererVersion } from './renderer-version.ts'
import { checkLimits } from './text-limits.ts'
import { UnrenderableContentError } from './unrenderable.ts'
import { createRendering, type Rendering } from './worker-client.ts'

export type Renderer = {
  /** A source as HTML that is safe to put into a page (decision 8). Throws `UnrenderableContentError`. */
  html(format: PostFormat, source: string): Promise<string>
  /** Starts the worker, so that what is rendered next does not wait for it. */
  warm(): Promise<void>
  /** The same, and from now on it waits longer for the next text: somebody is here to write. */
  expectWriting(): Promise<void>
  /** What a source is kept by. */
  keyOf(format: PostFormat, source: string): string
  /** Deletes from the disk what is none of these keys and was not used for a week. Gives how many files that were. */
  prune(inUse: ReadonlySet<string>): Promise<number>
  /** Ends the worker; returns once all that was rendered is kept. */
  close(): Promise<void>
}
export type RendererDeps = {
  cacheDir: string
  log?: Log
  /** The worker to render in; by default one of its own. */
  rendering?: Rendering | undefined
  /** How long the worker may wait for work before it is ended, before and after somebody came to write. */
  idleMs?: number
  writingIdleMs?: number
  /** How long one text may take. */
  timeLimitMs?: number
}

/** Words, some of them emphasised: no element inside another one, none left open, no attribute. `nth` is the pattern's own group. */
const words = (nth: number) => `[^<>&]*(?:(?:&(?:amp|lt|gt|nbsp);|<(b|code|em|i|strong)>[^<>&]*</\\${nth}>)[^<>&]*)*`
const PLAIN = new RegExp(`^(?:${words(1)}|(?:<p>${words(2)}</p>[ \\n]*)+)$`)
const CONTROL = /[^\P{Cc}\n]/u
/** Longer ones the worker looks at: nobody waits for it but who asked. */
const PLAIN_MAX = 10_000

/** Text alone, or a short text with words emphasised, as nearly all summaries are: the sanitiser could change nothing. */
export const isPlain = (html: string) =>
  !html.includes('<') || (html.length <= PLAIN_MAX && !CONTROL.test(html) && PLAIN.test(html))

/** A text that was too hard is not tried again for this long: each try costs the time limit and a worker. */
const REJECTED_FOR_MS = 60_000

/** Renders and sanitises in a worker, each text once: kept in memory and on the disk by its hash. */
export function createRenderer({
  cacheDir,
  log,
  idleMs = 500,
  writingIdleMs = 60_000,
  timeLimitMs = 2_000,
  rendering = createRendering({ idleMs, writingIdleMs, timeLimitMs }),
}: RendererDeps): Renderer {
  const version = rendererVersion()
  const cache = createHtmlCache(cacheDir, { log })
  const running = new Map<string, Promise<string>>()
  const rejected = new Map<string, number>()
  const keeping = new Set<Promise<void>>()

  async function html(format: PostFormat, source: string): Promise<string> {
    checkLimits(format, source)
    if (format === 'html' && isPlain(source)) return source
    const key = keyOf(format, source)
    const html = running.get(key) ?? made(key, format, source).finally(() => running.delete(key))
    running.set(key, html)
    return html
  }

  async function made(key: string, format: PostFormat, source: string): Promise<string> {
    if ((rejected.get(key) ?? 0) > performance.now())
      throw new UnrenderableContentError('This text takes too long to be prepared.')
    const known = await cache.get(key)
    if (known !== undefined) return known
    const html = await rendering.render({ format, source }).catch((error) => reject(key, error))
    keep(key, html)
    return html
  }

  /** Nobody waits for the disk: it is in memory, and could be made again. */
  function keep(key: string, html: string): void {
    const write = cache.set(key, html).finally(() => keeping.delete(write))
    keeping.add(write)
  }

  function reject(key: string, error: unknown): never {
    const now = performance.now()
    for (const [old, until] of rejected) if (until <= now) rejected.delete(old)
    if (error instanceof UnrenderableContentError) rejected.set(key, now + REJECTED_FOR_MS)
    throw error
  }

  const keyOf = (format: PostFormat, source: string) =>
    new Bun.CryptoHasher('sha256').update(`${version}\n${format}\n${source}`).digest('hex')

  async function close(): Promise<void> {
    rendering.close()
    await Promise.all(keeping)
  }

  const { warm, expectWriting } = rendering
  return { html, keyOf, prune: (inUse) => cache.prune(inUse), warm, expectWriting, close }
}
