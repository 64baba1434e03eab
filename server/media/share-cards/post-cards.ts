import { mkdir, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#server/http/log.ts'
import { createFailureLog } from '#server/storage/failure-log.ts'
import { removeTemporaryFiles } from '#server/storage/folders.ts'
import { replaceFile } from '#server/storage/replace-file.ts'
import { CARD } from './card-svg.ts'
import { type CardPost, wordsOf } from './card-text.ts'
import { createDrawing, type Drawing } from './drawing.ts'

export type PostCardsOptions = {
  /** The folder that is the URL /storage/. */
  dir: string
  /** Where the brand's mark lies, as SVG. */
  mark: string
  /** All posts, and the product's name: pictures of others are deleted one day. */
  posts: () => { posts: readonly CardPost[]; name: string }
  /** Told of posts that have their picture now. */
  onDrawn: (ids: readonly string[]) => void
  log: Log
  /** So long after the start nothing is drawn: the site has more urgent things to do, and its memory is not to grow by both. */
  settleMs?: number | undefined
  /** What draws: quicker in tests. */
  drawing?: Drawing
}
export type PostCards = Awaited<ReturnType<typeof createPostCards>>

/** Changes with how a card looks: then all are drawn again. */
const DESIGN_VERSION = 1
const FOLDER = 'cards'
const CARD_FILE = new RegExp(`^([0-9a-f]{32})-${CARD.width}x${CARD.height}\\.png$`)
/** So many files more than there are posts, before somebody looks for those that nobody needs. */
const SPARE_MAX = 100
/** A page that was sent with its address may be read so much later. */
const GRACE_MS = 24 * 60 * 60 * 1000
/** Told of together: each time, pages are drawn again. */
const BATCH_MAX = 20
/** After each card the queue rests for as long as it took, but no longer than that: visitors need the processor, too. */
const REST_MAX_MS = 1_000
/** How long nothing is drawn after a file could not be written. */
const PAUSE_MS = 10 * 60_000

/**
 * A picture of 1200 × 630 for each post that is shown (issue 7), under the hash of all that it is made of. Drawn one by one in
 * the background, first for whom asked first; a post whose picture is not there yet has none. Never throws but at the start.
 */
export async function createPostCards({
  dir,
  mark,
  posts,
  onDrawn,
  log,
  settleMs = 0,
  drawing = createDrawing(),
}: PostCardsOptions) {
  const folder = join(dir, FOLDER)
  const beginAt = performance.now() + settleMs
  const markSvg = await Bun.file(mark).text()
  await removeTemporaryFiles(folder)
  const there = new Set((await readdir(folder).catch(() => [])).flatMap((name) => CARD_FILE.exec(name)?.[1] ?? []))
  /** Words that the face has no letters for, or that could not be drawn. */
  const never = new Set<string>()
  const waiting = new Map<string, { post: CardPost; name: string }>()
  let rendered: string[] = []
  let working: Promise<void> | undefined
  let writing = Promise.resolve()
  let closed = false
  let pausedUntil = 0
  const failures = createFailureLog(log, 'social cards')

  const keyOf = (post: CardPost, name: string) =>
    new Bun.CryptoHasher('sha256')
      .update(JSON.stringify([DESIGN_VERSION, markSvg, wordsOf(post, name)]))
      .digest('hex')
      .slice(0, 32)
  const fileOf = (key: string) => `${key}-${CARD.width}x${CARD.height}.png`

  /** The stored path of a post's picture. `undefined` where there is none yet: it is drawn, and `onDrawn` told. `name` is the product's. */
  function find(post: CardPost, name: string): string | undefined {
    const key = keyOf(post, name)
    if (there.has(key)) return `${FOLDER}/${fileOf(key)}`
    if (never.has(key) || closed || performance.now() < pausedUntil) return undefined
    const { id, title, category, date } = post
    waiting.set(key, { post: { id, title, category, date }, name })
    working ??= work()
    return undefined
  }

  async function work(): Promise<void> {
    await Bun.sleep(Math.max(0, beginAt - performance.now()))
    for (const [key, { post, name }] of waiting) {
      const began = performance.now()
      await draw(key, post, name)
      waiting.delete(key)
      if (closed) break
      if (rendered.length >= BATCH_MAX || waiting.size === 0) flush()
      if (waiting.size > 0) await Bun.sleep(Math.min(performance.now() - began, REST_MAX_MS))
    }
    working = undefined
    await tidy()
  }

  async function draw(key: string, post: CardPost, name: string): Promise<void> {
    try {
      const png = await drawing.draw({ words: wordsOf(post, name), mark: markSvg }).catch((error) => reject(key, error))
      if (!png) return void never.add(key)
      writing = write(key, png)
      if (!(await writing.then(isWritten, unwritten))) return
      there.add(key)
      rendered.push(post.id)
    } catch (error) {
      if (!closed) log.warn('card not drawn', { post: post.id, reason: error instanceof Error ? error.message : '' })
    }
  }

  const isWritten = () => {
    failures.succeeded()
    return true
  }

  /** Otherwise every page would have its image drawn again, in vain. */
  function unwritten(error: unknown): boolean {
    failures.failed(error)
    pausedUntil = performance.now() + PAUSE_MS
    waiting.clear()
    return false
  }

  function reject(key: string, error: unknown): never {
    never.add(key)
    throw error
  }

  async function write(key: string, png: Uint8Array): Promise<void> {
    await mkdir(folder, { recursive: true })
    await replaceFile(join(folder, fileOf(key)), png)
  }

  function flush(): void {
    if (rendered.length > 0) onDrawn(rendered)
    rendered = []
  }

  /** Deletes pictures that belong to no post any more, once there are some of them. */
  async function tidy(): Promise<void> {
    const now = posts()
    if (closed || there.size <= now.posts.length + SPARE_MAX) return
    const needed = new Set(now.posts.map((post) => keyOf(post, now.name)))
    for (const key of there) if (!needed.has(key)) await drop(key)
  }

  async function drop(key: string): Promise<void> {
    const file = join(folder, fileOf(key))
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }))
    if (Date.now() - mtimeMs < GRACE_MS) return
    there.delete(key)
    await unlink(file).catch(() => {})
  }

  return {
    find,
    /** Resolves once nothing waits to be drawn. */
    idle: async () => {
      while (working) await working
    },
    /** What is being written is written to its end. */
    async close(): Promise<void> {
      closed = true
      waiting.clear()
      drawing.close()
      await writing.catch(() => {})
    },
  }
}
