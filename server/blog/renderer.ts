import type { PostFormat } from '#contract/posts.ts'
import { createHtmlCache } from './html-cache.ts'
import { rendererVersion } from './renderer-version.ts'
import { createRendering } from './rendering.ts'
import { checkLimits } from './text-limits.ts'
import { TooHard } from './too-hard.ts'

export type Renderer = {
  /** A source as HTML that is safe to put into a page (decision 8). Throws `TooHard`. */
  html(format: PostFormat, source: string): Promise<string>
  /** Starts the worker, so that what is rendered next does not wait for it. */
  warm(): Promise<void>
  /** The same, and from now on it waits longer for the next text: somebody is here to write. */
  expectWriting(): Promise<void>
  /** What a source is kept by. */
  keyOf(format: PostFormat, source: string): string
  /** Deletes from the disk what is none of these keys and was not used for a week. Gives how many files that were. */
  prune(inUse: ReadonlySet<string>): Promise<number>
  close(): void
}
export type RendererDeps = {
  cacheDir: string
  /** How long the worker may wait for work before it is ended, before and after somebody came to write. */
  idleMs?: number
  writingIdleMs?: number
  /** How long one text may take. */
  timeLimitMs?: number
}

/** Paragraphs of text, or text alone: most summaries. There is no tag, attribute or entity that the sanitiser could change. */
const PARAGRAPHS = /^(?:<p>(?:[^<>&\p{Cc}]|\n)*<\/p>\s*)+$/u
export const isPlain = (html: string) => !html.includes('<') || PARAGRAPHS.test(html)

/** A text that was too hard is not tried again for this long: each try costs the time limit and a worker. */
const REFUSED_FOR_MS = 60_000

/** Renders and sanitises in a worker, each text once: kept in memory and on the disk by its hash. */
export function createRenderer({
  cacheDir,
  idleMs = 500,
  writingIdleMs = 60_000,
  timeLimitMs = 2_000,
}: RendererDeps): Renderer {
  const version = rendererVersion()
  const cache = createHtmlCache(cacheDir)
  const rendering = createRendering({ idleMs, writingIdleMs, timeLimitMs })
  const running = new Map<string, Promise<string>>()
  const refused = new Map<string, number>()

  async function html(format: PostFormat, source: string): Promise<string> {
    checkLimits(format, source)
    if (format === 'html' && isPlain(source)) return source
    const key = keyOf(format, source)
    const html = running.get(key) ?? made(key, format, source).finally(() => running.delete(key))
    running.set(key, html)
    return html
  }

  async function made(key: string, format: PostFormat, source: string): Promise<string> {
    if ((refused.get(key) ?? 0) > performance.now()) throw new TooHard('This text takes too long to be prepared.')
    const known = await cache.get(key)
    if (known !== undefined) return known
    const html = await rendering.render({ format, source }).catch((error) => refuse(key, error))
    await cache.set(key, html)
    return html
  }

  function refuse(key: string, error: unknown): never {
    const now = performance.now()
    for (const [old, until] of refused) if (until <= now) refused.delete(old)
    if (error instanceof TooHard) refused.set(key, now + REFUSED_FOR_MS)
    throw error
  }

  const keyOf = (format: PostFormat, source: string) =>
    new Bun.CryptoHasher('sha256').update(`${version}\n${format}\n${source}`).digest('hex')

  const { warm, expectWriting, close } = rendering
  return { html, keyOf, prune: (inUse) => cache.prune(inUse), warm, expectWriting, close }
}
