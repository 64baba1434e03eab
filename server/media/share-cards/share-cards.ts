import { mkdir, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Content } from '#server/content/content.ts'
import type { Log } from '#server/http/log.ts'
import { createFailureLog } from '#server/storage/cache-db.ts'
import { removeTemporaryFiles, replaceFile } from '#server/storage/files.ts'
import { type CardRenderer, createCardRenderer } from './card-renderer.ts'
import { CARD_SIZE, type CardPost, cardText } from './card-svg.ts'

export type ShareCardsOptions = {
  /** The folder that is served as /storage/. */
  dir: string
  /** The file with the logo, as SVG. */
  mark: string
  /** All posts and the product's name: cards of other posts are deleted eventually. */
  posts: () => { posts: readonly CardPost[]; name: string }
  /** Called with the ids of posts whose card is new. */
  onRendered: (ids: readonly string[]) => void
  log: Log
  /** Nothing is rendered for this long after the start, which is busy enough. */
  settleMs?: number | undefined
  /** Replaced in tests. */
  renderer?: CardRenderer
}
export type ShareCards = Awaited<ReturnType<typeof createShareCards>>

/** Increased when the design changes, so that all cards are rendered again. */
const DESIGN_VERSION = 1
const FOLDER = 'cards'
const SIZE = `${CARD_SIZE.width}x${CARD_SIZE.height}`
const CARD_FILE = new RegExp(`^([0-9a-f]{32})-${SIZE}\\.png$`)
/** Unneeded cards are deleted once there are this many more files than posts. */
const SPARE_MAX = 100
/** A page with the URL of an old card may still be read for this long. */
const GRACE_MS = 24 * 60 * 60 * 1000
/** Each batch re-renders pages. */
const BATCH_MAX = 20
/** After each card, the processor is left to requests for as long as the card took, at most this long. */
const REST_MAX_MS = 1_000
/** How long nothing is rendered after a failed write. */
const PAUSE_MS = 10 * 60_000

/** The share cards of the posts in the content. */
export function contentCardPosts({ snapshot }: Pick<Content, 'snapshot'>): ReturnType<ShareCardsOptions['posts']> {
  const { posts, categories, site } = snapshot()
  const cardPosts = [...posts.values()].map(({ id, title, date, category }) => ({
    id,
    title,
    date,
    category: categories.get(category ?? '') ?? null,
  }))
  return { posts: cardPosts, name: site.name }
}

/**
 * An image of 1200 × 630 for each post, stored under the hash of its text and design. Cards are rendered one by one in the
 * background, in the order of the first requests; until then, a post has none. Throws only at startup.
 */
export async function createShareCards({
  dir,
  mark,
  posts,
  onRendered,
  log,
  settleMs = 0,
  renderer = createCardRenderer(),
}: ShareCardsOptions) {
  const folder = join(dir, FOLDER)
  const startAtMs = performance.now() + settleMs
  const markSvg = await Bun.file(mark).text()
  await removeTemporaryFiles(folder)
  const stored = new Set((await readdir(folder).catch(() => [])).flatMap((name) => CARD_FILE.exec(name)?.[1] ?? []))
  /** The font lacks a letter, or rendering failed. */
  const unrenderable = new Set<string>()
  const queue = new Map<string, { post: CardPost; name: string }>()
  let batch: string[] = []
  let working: Promise<void> | undefined
  let writing = Promise.resolve()
  let isClosed = false
  let pausedUntilMs = 0
  const failures = createFailureLog(log, 'share cards')

  const keyOf = (post: CardPost, name: string) =>
    new Bun.CryptoHasher('sha256')
      .update(JSON.stringify([DESIGN_VERSION, markSvg, cardText(post, name)]))
      .digest('hex')
      .slice(0, 32)
  const fileOf = (key: string) => `${key}-${SIZE}.png`

  /** Returns the stored path of a post's card; `undefined` until it is rendered. `name`: the product's. */
  function find(post: CardPost, name: string): string | undefined {
    const key = keyOf(post, name)
    if (stored.has(key)) return `${FOLDER}/${fileOf(key)}`
    if (unrenderable.has(key) || isClosed || performance.now() < pausedUntilMs) return undefined
    const { id, title, category, date } = post
    queue.set(key, { post: { id, title, category, date }, name })
    working ??= work()
    return undefined
  }

  async function work(): Promise<void> {
    await Bun.sleep(Math.max(0, startAtMs - performance.now()))
    for (const [key, { post, name }] of queue) {
      const startedMs = performance.now()
      await renderCard(key, post, name)
      queue.delete(key)
      if (isClosed) break
      if (batch.length >= BATCH_MAX || queue.size === 0) flush()
      if (queue.size > 0) await Bun.sleep(Math.min(performance.now() - startedMs, REST_MAX_MS))
    }
    working = undefined
    await deleteUnneeded()
  }

  async function renderCard(key: string, post: CardPost, name: string): Promise<void> {
    try {
      const png = await renderer.render({ card: cardText(post, name), mark: markSvg })
      if (!png) return void unrenderable.add(key)
      if (!(await write(key, png))) return
      stored.add(key)
      batch.push(post.id)
    } catch (error) {
      unrenderable.add(key)
      const reason = error instanceof Error ? error.message : ''
      if (!isClosed) log.warn('share card render failed', { post: post.id, reason })
    }
  }

  /** After a failure, pauses: otherwise every page would have its card rendered again in vain. */
  async function write(key: string, png: Uint8Array): Promise<boolean> {
    writing = mkdir(folder, { recursive: true }).then(() => replaceFile(join(folder, fileOf(key)), png))
    try {
      await writing
      failures.succeeded()
      return true
    } catch (error) {
      failures.failed(error)
      pausedUntilMs = performance.now() + PAUSE_MS
      queue.clear()
      return false
    }
  }

  function flush(): void {
    if (batch.length > 0) onRendered(batch)
    batch = []
  }

  async function deleteUnneeded(): Promise<void> {
    const current = posts()
    if (isClosed || stored.size <= current.posts.length + SPARE_MAX) return
    const needed = new Set(current.posts.map((post) => keyOf(post, current.name)))
    for (const key of stored) if (!needed.has(key)) await deleteCard(key)
  }

  async function deleteCard(key: string): Promise<void> {
    const file = join(folder, fileOf(key))
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }))
    if (Date.now() - mtimeMs < GRACE_MS) return
    stored.delete(key)
    await unlink(file).catch(() => {})
  }

  return {
    find,
    /** Resolves once the queue is empty. */
    idle: async () => {
      while (working) await working
    },
    /** Completes the write in progress. */
    async close(): Promise<void> {
      isClosed = true
      queue.clear()
      renderer.close()
      await writing.catch(() => {})
    },
  }
}
