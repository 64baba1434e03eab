import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pictureOf } from '#contract/pictures.ts'
import type { PostImage } from '#contract/posts.ts'
import type { Content } from '#server/content/content.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { livePosts } from '#server/content/publication.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import { createFairQueue, heldOpen } from '#server/lib/fair-queue.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { createFailureLog } from '#server/storage/cache-db.ts'
import { replaceFile } from '#server/storage/files.ts'
import { deleteOldFiles } from './card-files.ts'
import { type CardText, cardText } from './card-svg.ts'
import { createCardRenderer } from './share-cards.ts'

type CoversOptions = {
  content: Pick<Content, 'snapshot'>
  /** The folder that is served as /storage/. */
  dir: string
  /** The file with the logo, as SVG. Its name changes with its content. */
  mark: string
  now: () => Date
  log: Log
}
export type Covers = ReturnType<typeof createCovers>

/** Increased when the design changes, so that all covers are rendered again. */
const DESIGN_VERSION = 1
const FOLDER = 'cards'
/** The names that `pictureOf` reads: the widest has its size, the other one its width. */
const COVER_FILE = /^(?<key>[0-9a-f]{32})-(?<width>960x540|480)\.webp$/
const RETRY_SECONDS = 10
const BUSY = 'This image cannot be rendered right now.'

/**
 * The artwork of a share card as the cover of a post without an image: 16:9, in two widths. Its path is the hash of its text and
 * design, so pages name it before it exists. The first request for a file renders it in a worker and stores it.
 */
export function createCovers({ content, dir, mark, now, log }: CoversOptions) {
  const renderer = createCardRenderer()
  const failures = createFailureLog(log, 'covers')
  const running = new Map<string, Promise<boolean>>()
  const inTurn = createFairQueue({ atOnce: 1, busy: BUSY, retrySeconds: RETRY_SECONDS })
  const markSvg = () => Bun.file(mark).text()
  let texts: { of: readonly PostEntry[]; byKey: ReadonlyMap<string, CardText> } | undefined

  function keyOf(card: CardText): string {
    return new Bun.CryptoHasher('sha256')
      .update(JSON.stringify([DESIGN_VERSION, mark, card]))
      .digest('hex')
      .slice(0, 32)
  }

  /** Decorative, because it repeats the title. */
  const coverOf = (post: PostEntry, snapshot: Snapshot): PostImage =>
    pictureOf(`${FOLDER}/${keyOf(textOf(post, snapshot))}-960x540.webp`, '')

  /** Only live posts have covers: a file for another text would tell that the post exists. */
  function liveText(key: string): CardText | undefined {
    const snapshot = content.snapshot()
    const live = livePosts(snapshot, now())
    if (texts?.of !== live)
      texts = {
        of: live,
        byKey: new Map(live.map((post) => textOf(post, snapshot)).map((card) => [keyOf(card), card])),
      }
    return texts.byKey.get(key)
  }

  /** Renders the missing file at a stored path. `false`: no live post has it. Throws `UnavailableError`. */
  async function create(path: string): Promise<boolean> {
    const name = path.startsWith(`${FOLDER}/`) ? path.slice(FOLDER.length + 1) : ''
    const { key = '', width = '' } = COVER_FILE.exec(name)?.groups ?? {}
    const card = liveText(key)
    if (!card) return false
    const task = running.get(name) ?? inTurn(() => render(name, card, Number.parseInt(width, 10)))
    running.set(name, task)
    task.then(
      () => running.delete(name),
      () => running.delete(name),
    )
    return heldOpen(task)
  }

  async function render(name: string, card: CardText, coverWidth: number): Promise<boolean> {
    try {
      const bytes = await renderer.request({ card, mark: await markSvg(), coverWidth })
      if (!bytes) return false
      await mkdir(join(dir, FOLDER), { recursive: true })
      await replaceFile(join(dir, FOLDER, name), bytes)
      failures.succeeded()
      return true
    } catch (error) {
      failures.failed(error)
      throw unavailable()
    }
  }

  /** Deletes covers that no post has any more. */
  async function deleteUnneeded(): Promise<void> {
    const snapshot = content.snapshot()
    const needed = new Set([...snapshot.posts.values()].map((post) => keyOf(textOf(post, snapshot))))
    const names = await readdir(join(dir, FOLDER)).catch(() => [])
    const isUnneeded = (name: string) => !needed.has(COVER_FILE.exec(name)?.groups?.key ?? '')
    await deleteOldFiles(
      join(dir, FOLDER),
      names.filter((name) => COVER_FILE.test(name) && isUnneeded(name)),
    )
  }

  return {
    coverOf,
    create,
    deleteUnneeded: () =>
      void deleteUnneeded().catch((error) => log.warn('old covers not deleted', errorFields(error))),
    /** Shared, because its worker takes memory. */
    renderer,
    close: renderer.close,
  }
}

const unavailable = () => new UnavailableError(BUSY, RETRY_SECONDS)

const textOf = ({ id, title, date, category }: PostEntry, { categories, site }: Snapshot): CardText =>
  cardText({ id, title, date, category: categories.get(category ?? '') ?? null }, site.name)
