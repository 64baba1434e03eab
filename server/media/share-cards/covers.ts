import { pictureOf } from '#contract/pictures.ts'
import type { PostImage } from '#contract/posts.ts'
import type { Content } from '#server/content/content.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { livePosts } from '#server/content/publication.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import { createFairQueue, heldOpen } from '#server/lib/fair-queue.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import type { CardText } from './card-svg.ts'
import { type Cards, cardAt, type Design, textOf } from './cards.ts'
import { allCards } from './share-cards.ts'

export type CoversOptions = { cards: Cards; content: Pick<Content, 'snapshot'>; now: () => Date; log: Log }
const RETRY_SECONDS = 10
const BUSY = 'This image cannot be rendered right now.'
export type Covers = ReturnType<typeof createCovers>

/**
 * The artwork of a share card as the cover of a post without an image: 16:9, in two widths. Its path is the hash of its text and
 * design, so pages name it before it exists. The first request for a file renders it.
 */
export function createCovers({ cards, content, now, log }: CoversOptions) {
  const running = new Map<string, Promise<boolean>>()
  const fairQueue = createFairQueue({ atOnce: 1, busy: BUSY, retrySeconds: RETRY_SECONDS })
  let texts: { of: readonly PostEntry[]; byKey: ReadonlyMap<string, CardText> } | undefined

  /** Decorative, because it repeats the title. */
  const coverOf = (post: PostEntry, snapshot: Snapshot): PostImage =>
    pictureOf(cards.pathOf('cover', textOf(post, snapshot)), '')

  /** Only live posts have covers: a file for another text would tell that the post exists. */
  function liveText(key: string): CardText | undefined {
    const snapshot = content.snapshot()
    const live = livePosts(snapshot, now())
    if (texts?.of !== live) {
      const found = live.map((post) => textOf(post, snapshot))
      texts = { of: live, byKey: new Map(found.map((text) => [cards.keyOf('cover', text), text])) }
    }
    return texts.byKey.get(key)
  }

  /** Renders the missing file at a stored path. `false`: no live post has it. Throws `UnavailableError`. */
  async function create(path: string): Promise<boolean> {
    const { key = '', design = 'share' } = cardAt(path) ?? {}
    const text = design === 'share' ? undefined : liveText(key)
    if (!text) return false
    const task = running.get(path) ?? fairQueue(() => render(design, text)).finally(() => running.delete(path))
    running.set(path, task)
    return heldOpen(task)
  }

  async function render(design: Design, text: CardText): Promise<boolean> {
    try {
      return (await cards.get(design, text)) !== undefined
    } catch (error) {
      log.warn('cover not rendered', errorFields(error))
      throw new UnavailableError(BUSY, RETRY_SECONDS)
    }
  }

  return {
    coverOf,
    create,
    /** Deletes covers that no post has any more. Never throws. */
    async deleteUnneeded(): Promise<void> {
      await cards
        .deleteOthers(['cover', 'narrowCover'], allCards(content.snapshot()))
        .catch((error) => log.warn('old covers not deleted', errorFields(error)))
    },
  }
}
