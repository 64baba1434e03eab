import type { CacheDb } from '#server/storage/cache-db.ts'
import type { LoadedFiles } from './build-snapshot.ts'
import { createContentFolder } from './content-folder.ts'
import { revisionIn, revisionOf } from './decode-file.ts'
import type { ContentStore } from './store.ts'
import type { VersionStore } from './version-store.ts'

/** `afterStartMs` leaves the start alone; changes that follow each other are saved together. */
export type SyncDelays = { afterStartMs: number; afterChangeMs: number }
const DELAYS: SyncDelays = { afterStartMs: 3_000, afterChangeMs: 1_000 }
/** Files that one transaction notes, or that are read in a row: requests are handled in between. */
const FILES_AT_ONCE = 100

type Options = { content: ContentStore; dir: string; versions: VersionStore; cacheDb: CacheDb; delays?: SyncDelays }

/** Stores which revision each file was last valid with, and after the start the texts that are not stored yet. */
export function createVersionSync({ content, dir, versions, cacheDb, delays = DELAYS }: Options) {
  const folder = createContentFolder(dir)
  /** What is stored; `undefined` at the start and after a loss of the database. */
  let saved: ReadonlyMap<string, string> | undefined
  let running = Promise.resolve()
  let timer: Timer | undefined
  let isClosed = false

  async function saveRevisions(current: ReadonlyMap<string, string>): Promise<void> {
    const before = saved ?? versions.lastGood()
    const changes = [...current].filter(([file, revision]) => before.get(file) !== revision)
    const removed = [...before.keys()].filter((file) => !current.has(file)).map((file) => [file, undefined] as const)
    for (const some of chunks([...changes, ...removed])) {
      versions.saveLastGood(some)
      await Bun.sleep(0)
    }
  }

  async function storeMissing(current: ReadonlyMap<string, string>): Promise<void> {
    const stored = versions.revisions()
    const missing = [...current].filter(([, revision]) => !stored.has(revision))
    for (const some of chunks(missing)) {
      if (isClosed) return
      for (const [file, revision] of some) {
        const bytes = await folder.read(file).catch(() => undefined)
        if (bytes && revisionOf(bytes) === revision) versions.keep(revision, bytes)
      }
      await Bun.sleep(0)
    }
    // Otherwise some 40 MB of ten thousand texts would stay.
    if (missing.length > FILES_AT_ONCE) Bun.gc(true)
  }

  async function sync(): Promise<void> {
    timer = undefined
    const isFirst = saved === undefined
    const current = revisionsOf(content.files())
    await saveRevisions(current)
    saved = current
    if (isFirst) await storeMissing(current)
  }

  const syncNow = () => {
    running = running.then(sync)
  }
  function syncLater(ms: number): void {
    if (!isClosed) timer ??= setTimeout(syncNow, ms).unref()
  }

  return {
    start(): void {
      content.onChange(() => syncLater(delays.afterChangeMs))
      cacheDb.onLost(() => {
        saved = undefined
        syncLater(delays.afterChangeMs)
      })
      syncLater(delays.afterStartMs)
    },
    /** Stores what changed. Texts that are still missing are stored after the next start. */
    async close(): Promise<void> {
      isClosed = true
      if (timer) {
        clearTimeout(timer)
        syncNow()
      }
      await running
    },
  }
}

function revisionsOf(files: LoadedFiles): Map<string, string> {
  const found = new Map<string, string>()
  for (const [file, { decoded }] of files)
    if (decoded && decoded.kind !== 'pictures') found.set(file, revisionIn(decoded))
  return found
}

const chunks = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / FILES_AT_ONCE) }, (_, at) =>
    items.slice(at * FILES_AT_ONCE, (at + 1) * FILES_AT_ONCE),
  )
