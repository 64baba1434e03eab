import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import type { Log } from '#server/lib/log.ts'
import { createWorkerClient } from '#server/lib/worker-client.ts'
import { createFailureLog } from '#server/storage/cache-db.ts'
import { replaceFile } from '#server/storage/files.ts'
import { deleteOldFiles } from './card-files.ts'
import { CARD_SIZE, type CardPost, type CardText, cardText } from './card-svg.ts'
import type { CardRequest } from './card-worker.ts'

type ShareCardsOptions = {
  /** The folder that is served as /storage/. */
  dir: string
  /** The file with the logo, as SVG. */
  mark: string
  /** The cards of all posts. The others are deleted. */
  current: readonly CardText[]
  /** Called with the id of a post whose card is new. */
  onRendered: (id: string) => void
  log: Log
  renderer: CardRenderer
}

/** Increased when the design changes, so that all cards are rendered again. */
const DESIGN_VERSION = 2
const FOLDER = 'cards'
const SIZE = `${CARD_SIZE.width}x${CARD_SIZE.height}`
const CARD_FILE = new RegExp(`^([0-9a-f]{32})-${SIZE}\\.png$`)
const fileOf = (key: string) => `${key}-${SIZE}.png`
/** How long a card that failed is not tried again: else every page would render its card again without success. */
const RETRY_AFTER_MS = 10 * 60_000
/** The worker takes 60 MB. */
const IDLE_MS = 10_000
/** Longer than any card takes. */
const TIME_LIMIT_MS = 20_000

/** Renders a card as PNG; `undefined` if the font lacks a letter. */
export type CardRenderer = { request(request: CardRequest): Promise<Uint8Array | undefined>; close(): void }

export const createCardRenderer = (): CardRenderer =>
  createWorkerClient({
    url: new URL('./card-worker.ts', import.meta.url),
    idleMs: IDLE_MS,
    timeLimitMs: TIME_LIMIT_MS,
  })

/** The texts of the cards of all posts. */
export const allCards = ({ posts, categories, site }: Snapshot): CardText[] =>
  [...posts.values()].map((post) =>
    cardText({ ...post, category: categories.get(post.category ?? '') ?? null }, site.name),
  )

/**
 * An image of 1200 × 630 for each post, stored under the hash of its text and design. Cards are rendered one by one in the
 * background, in the order of the first requests; until then, a post has none. Throws only at startup.
 */
export async function createShareCards({ dir, mark, current, onRendered, log, renderer }: ShareCardsOptions) {
  const folder = join(dir, FOLDER)
  const markSvg = await Bun.file(mark).text()
  const stored = new Set((await readdir(folder).catch(() => [])).flatMap((name) => CARD_FILE.exec(name)?.[1] ?? []))
  const failedAtMs = new Map<string, number>()
  const queue = new Map<string, { id: string; card: CardText }>()
  let working: Promise<void> | undefined
  let isClosed = false
  const failures = createFailureLog(log, 'share cards')
  await deleteUnneeded()

  function keyOf(card: CardText): string {
    const content = JSON.stringify([DESIGN_VERSION, markSvg, card])
    return new Bun.CryptoHasher('sha256').update(content).digest('hex').slice(0, 32)
  }

  /** Returns the stored path of a post's card; `undefined` until it is rendered. `name`: the product's. */
  function find(post: CardPost, name: string): string | undefined {
    const card = cardText(post, name)
    const key = keyOf(card)
    if (stored.has(key)) return `${FOLDER}/${fileOf(key)}`
    const hasFailed = performance.now() - (failedAtMs.get(key) ?? -Infinity) < RETRY_AFTER_MS
    if (isClosed || hasFailed) return undefined
    queue.set(key, { id: post.id, card })
    working ??= work()
    return undefined
  }

  /** After each card, the processor is left to requests for as long as the card took. */
  async function work(): Promise<void> {
    for (const [key, { id, card }] of queue) {
      const startedMs = performance.now()
      await renderCard(key, id, card)
      queue.delete(key)
      if (queue.size > 0) await Bun.sleep(performance.now() - startedMs)
    }
    working = undefined
  }

  async function renderCard(key: string, id: string, card: CardText): Promise<void> {
    failedAtMs.set(key, performance.now())
    const png = await renderer.request({ card, mark: markSvg }).catch(({ message }) => {
      if (!isClosed) log.warn('share card render failed', { post: id, reason: message })
    })
    if (!png) return
    try {
      await mkdir(folder, { recursive: true })
      await replaceFile(join(folder, fileOf(key)), png)
      failures.succeeded()
      failedAtMs.delete(key)
      stored.add(key)
      onRendered(id)
    } catch (error) {
      failures.failed(error)
    }
  }

  /** Deletes cards that no post has any more. */
  async function deleteUnneeded(): Promise<void> {
    const needed = new Set(current.map(keyOf))
    const unneeded = [...stored].filter((one) => !needed.has(one)).map(fileOf)
    for (const name of await deleteOldFiles(folder, unneeded)) stored.delete(CARD_FILE.exec(name)?.[1] ?? '')
  }

  return {
    find,
    /** Resolves once the queue is empty. */
    idle: async () => {
      while (working) await working
    },
    close(): void {
      isClosed = true
      queue.clear()
      renderer.close()
    },
  }
}
