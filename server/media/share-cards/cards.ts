import { mkdir, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { DAY_MS } from '#server/lib/clock.ts'
import type { Log } from '#server/lib/log.ts'
import { createWorkerClient } from '#server/lib/worker-client.ts'
import { createFailureLog } from '#server/storage/cache-db.ts'
import { replaceFile } from '#server/storage/files.ts'
import { CARDS_FOLDER } from '#server/storage/public-files.ts'
import { CARD_SIZE, type CardPost, type CardText, cardText } from './card-svg.ts'
import type { CardRequest } from './card-worker.ts'
import type { Cover } from './cover-svg.ts'

/** Renders a card as PNG, or a cover as WebP; `undefined` if the font lacks a letter of a card. */
export type CardRenderer = { request(request: CardRequest): Promise<Uint8Array | undefined>; close(): void }

type CardsOptions = {
  /** The folder that is served as /storage/. */
  dir: string
  /** The folder of the build, and its file with the logo, as SVG. Its name changes with its content. */
  dist: string
  mark: string
  log: Log
  renderer?: CardRenderer
}
export type Cards = Awaited<ReturnType<typeof createCards>>

/**
 * How it is drawn. `version` is increased when the drawing changes, so that all files are rendered again. The names of covers are
 * those that `pictureOf` reads: the widest has its size, the other one its width.
 */
const designs = {
  share: { version: 2, ending: `${CARD_SIZE.width}x${CARD_SIZE.height}.png`, width: CARD_SIZE.width },
  cover: { version: 2, ending: '960x540.webp', width: 960 },
  narrowCover: { version: 2, ending: '480.webp', width: 480 },
} as const
export type Design = keyof typeof designs

const CARD_FILE = /^(?<key>[0-9a-f]{32})-(?<ending>[\dx]+\.(?:png|webp))$/
/** A page with the URL of an old card may still be read for this long. */
const GRACE_MS = DAY_MS
/** The worker takes 60 MB. */
const IDLE_MS = 10_000
/** Longer than any card takes. */
const TIME_LIMIT_MS = 20_000

export const createCardRenderer = (): CardRenderer =>
  createWorkerClient({
    url: new URL('./card-worker.ts', import.meta.url),
    idleMs: IDLE_MS,
    timeLimitMs: TIME_LIMIT_MS,
  })

/** The texts of a post's card. */
type TextPost = Omit<CardPost, 'category'> & { category: string | null }
export const textOf = ({ id, title, date, category }: TextPost, { categories, site }: Snapshot): CardText =>
  cardText({ id, title, date, category: categories.get(category ?? '') ?? null }, site.name)

/** What a share card shows, or a cover. */
type Shown = CardText | Cover

/** Share cards and covers, stored under the hash of what they show and of their design, and rendered in a worker. */
export async function createCards({ dir, dist, log, mark, renderer = createCardRenderer() }: CardsOptions) {
  const folder = join(dir, CARDS_FOLDER)
  const markSvg = await Bun.file(join(dist, mark)).text()
  const names = await readdir(folder).catch((): string[] => [])
  const stored = new Set(names.filter((name) => CARD_FILE.test(name)))
  const failures = createFailureLog(log, 'share cards')

  function keyOf(design: Design, shown: Shown): string {
    const content = [designs[design].version, ...(design === 'share' ? [markSvg] : []), shown]
    return new Bun.CryptoHasher('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32)
  }
  const nameOf = (design: Design, shown: Shown) => `${keyOf(design, shown)}-${designs[design].ending}`
  const pathOf = (design: Design, shown: Shown) => `${CARDS_FOLDER}/${nameOf(design, shown)}`

  /** Renders a file and returns its stored path; `undefined` if the font lacks a letter. Throws what the worker and the disk throw. */
  async function get(design: Design, shown: Shown): Promise<string | undefined> {
    const name = nameOf(design, shown)
    const { width } = designs[design]
    const bytes = await renderer.request('title' in shown ? { card: shown, mark: markSvg } : { cover: shown, width })
    if (!bytes) return undefined
    try {
      await mkdir(folder, { recursive: true })
      await replaceFile(join(folder, name), bytes)
      failures.succeeded()
    } catch (error) {
      failures.failed(error)
      throw error
    }
    stored.add(name)
    return pathOf(design, shown)
  }

  return {
    keyOf,
    pathOf,
    isStored: (design: Design, shown: Shown): boolean => stored.has(nameOf(design, shown)),
    get,
    /** Deletes the files of these designs that are older than a day and show none of these. */
    async deleteOthers(kept: readonly Design[], all: readonly Shown[]): Promise<void> {
      const needed = new Set(kept.flatMap((design) => all.map((shown) => nameOf(design, shown))))
      const endings = new Set<string>(kept.map((design) => designs[design].ending))
      for (const name of stored) {
        if (needed.has(name) || !endings.has(CARD_FILE.exec(name)?.groups?.ending ?? '')) continue
        const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: 0 }))
        if (Date.now() - mtimeMs < GRACE_MS) continue
        stored.delete(name)
        await unlink(join(folder, name)).catch(() => {})
      }
    },
    close: () => renderer.close(),
  }
}

/** The key and the design in a stored path. */
export function cardAt(path: string): { key: string; design: Design } | undefined {
  const { key, ending } =
    (path.startsWith(`${CARDS_FOLDER}/`) && CARD_FILE.exec(path.slice(CARDS_FOLDER.length + 1))?.groups) || {}
  const [design] = Object.entries(designs).find(([, one]) => one.ending === ending) ?? []
  return key !== undefined && design !== undefined ? { key, design: design as Design } : undefined
}
