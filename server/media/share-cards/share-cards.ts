import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import type { Log } from '#server/lib/log.ts'
import { type CardPost, type CardText, cardText } from './card-svg.ts'
import { type Cards, textOf } from './cards.ts'

export type ShareCardsOptions = {
  cards: Cards
  /** The cards of all posts. The others are deleted. */
  current: readonly CardText[]
  /** Called with the id of a post whose card is new. */
  onRendered: (id: string) => void
  log: Log
}

/** The texts of the cards of all posts. */
export const allCards = (snapshot: Snapshot): CardText[] =>
  [...snapshot.posts.values()].map((post) => textOf(post, snapshot))

/** How long a card that failed is not tried again: else every page would render its card again without success. */
const RETRY_AFTER_MS = 10 * 60_000

/**
 * An image of 1200 × 630 for each post. Cards are rendered one by one in the background, in the order of the first requests; until
 * then, a post has none. Throws only at startup.
 */
export async function createShareCards({ cards, current, onRendered, log }: ShareCardsOptions) {
  const failedAtMs = new Map<string, number>()
  const queue = new Map<string, { id: string; text: CardText }>()
  let working: Promise<void> | undefined
  let isClosed = false
  await cards.deleteOthers(['share'], current)

  /** Returns the stored path of a post's card; `undefined` until it is rendered. `name`: the product's. */
  function find(post: CardPost, name: string): string | undefined {
    const text = cardText(post, name)
    const path = cards.pathOf('share', text)
    if (cards.isStored('share', text)) return path
    const hasFailed = performance.now() - (failedAtMs.get(path) ?? -Infinity) < RETRY_AFTER_MS
    if (isClosed || hasFailed) return undefined
    queue.set(path, { id: post.id, text })
    working ??= work()
    return undefined
  }

  /** After each card, the processor is left to requests for as long as the card took. */
  async function work(): Promise<void> {
    for (const [path, { id, text }] of queue) {
      const startedMs = performance.now()
      failedAtMs.set(path, startedMs)
      const stored = await cards.get('share', text).catch(({ message }) => {
        if (!isClosed) log.warn('share card render failed', { post: id, reason: message })
      })
      queue.delete(path)
      if (stored !== undefined) {
        failedAtMs.delete(path)
        onRendered(id)
      }
      if (queue.size > 0) await Bun.sleep(performance.now() - startedMs)
    }
    working = undefined
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
    },
  }
}
