import type { Content } from '#server/content/content.ts'
import { bodyOf } from '#server/content/post-file.ts'
import { errorFields } from '#server/http/error-handler.ts'
import type { Log } from '#server/http/log.ts'
import type { Renderer } from './renderer.ts'

/** When to do what no answer waits for. */
export type Pace = { afterStartMs: number; betweenPostsMs: number; everyMs: number }
const PACE: Pace = { afterStartMs: 5 * 60_000, betweenPostsMs: 1, everyMs: 24 * 60 * 60_000 }

export type CacheCleanupDeps = {
  content: Pick<Content, 'snapshot' | 'text'>
  renderer: Pick<Renderer, 'keyOf' | 'prune'>
  log: Log
  pace?: Pace
}

/**
 * Once a day, takes from the disk the rendered HTML that no post of now is made of and that nobody has asked for lately: old
 * versions, previews, posts that are gone, what an older renderer made. All of it could be made again.
 */
export function scheduleCacheCleanup({ content, renderer, log, pace = PACE }: CacheCleanupDeps) {
  let timer: Timer | undefined
  let working: Promise<void> | undefined
  let closed = false

  async function keysInUse(): Promise<Set<string>> {
    const { posts, legal } = content.snapshot()
    const keys = new Set([...legal.values()].map((text) => renderer.keyOf('md', text)))
    for (const post of posts.values()) {
      if (closed) return keys
      keys.add(renderer.keyOf('html', post.summary))
      const text = await content.text(post).catch(() => undefined)
      if (text !== undefined) keys.add(renderer.keyOf(post.format, bodyOf(text)))
      await Bun.sleep(pace.betweenPostsMs)
    }
    return keys
  }

  async function prune(): Promise<void> {
    const keys = await keysInUse()
    if (closed) return
    const gone = await renderer.prune(keys)
    if (gone > 0) log.info('rendered HTML pruned', { files: gone })
  }

  function later(ms: number): void {
    timer = setTimeout(() => {
      working = prune()
        .catch((error) => log.error('rendered HTML not pruned', errorFields(error)))
        .finally(() => closed || later(pace.everyMs))
    }, ms).unref()
  }

  return {
    start: () => later(pace.afterStartMs),
    /** Waits for what is being done. */
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await working
    },
  }
}
