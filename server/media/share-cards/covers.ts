import { pictureOf } from '#contract/pictures.ts'
import type { PostImage } from '#contract/posts.ts'
import type { Content } from '#server/content/content.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { livePosts } from '#server/content/publication.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import { createFairQueue, heldOpen } from '#server/lib/fair-queue.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { type Cards, cardAt, type Design } from './cards.ts'
import { type Cover, coverOf } from './cover-svg.ts'

export type CoversOptions = { cards: Cards; content: Pick<Content, 'snapshot'>; now: () => Date; log: Log }
const RETRY_SECONDS = 10
const BUSY = 'This image cannot be rendered right now.'
export type Covers = ReturnType<typeof createCovers>

/**
 * The cover of a post without an image: 16:9, in two widths. Its path is the hash of what it shows and of its design, so pages
 * name it before it exists. The first request for a file renders it.
 */
export function createCovers({ cards, content, now, log }: CoversOptions) {
  const running = new Map<string, Promise<boolean>>()
  const fairQueue = createFairQueue({ atOnce: 1, busy: BUSY, retrySeconds: RETRY_SECONDS })
  let shown: { of: readonly PostEntry[]; byKey: ReadonlyMap<string, Cover> } | undefined

  /** Only live posts have covers: another file would tell that a post exists. */
  function liveCover(key: string): Cover | undefined {
    const live = livePosts(content.snapshot(), now())
    if (shown?.of !== live)
      shown = { of: live, byKey: new Map(live.map(coverOf).map((cover) => [cards.keyOf('cover', cover), cover])) }
    return shown.byKey.get(key)
  }

  /** Renders the missing file at a stored path. `false`: no live post has it. Throws `UnavailableError`. */
  async function create(path: string): Promise<boolean> {
    const { key = '', design = 'share' } = cardAt(path) ?? {}
    const cover = design === 'share' ? undefined : liveCover(key)
    if (!cover) return false
    const task = running.get(path) ?? fairQueue(() => render(design, cover)).finally(() => running.delete(path))
    running.set(path, task)
    return heldOpen(task)
  }

  async function render(design: Design, cover: Cover): Promise<boolean> {
    try {
      return (await cards.get(design, cover)) !== undefined
    } catch (error) {
      log.warn('cover not rendered', errorFields(error))
      throw new UnavailableError(BUSY, RETRY_SECONDS)
    }
  }

  return {
    /** Decorative: its title is beside it. */
    coverOf: (post: PostEntry): PostImage => pictureOf(cards.pathOf('cover', coverOf(post)), ''),
    create,
    /** Deletes covers that no post has any more. Never throws. */
    async deleteUnneeded(): Promise<void> {
      await cards
        .deleteOthers(['cover', 'narrowCover'], [...content.snapshot().posts.values()].map(coverOf))
        .catch((error) => log.warn('old covers not deleted', errorFields(error)))
    },
  }
}
