import type { CacheDb } from '#server/storage/cache-db.ts'
import type { LoadedFiles } from './build-snapshot.ts'
import { createContentFolder } from './content-folder.ts'
import { revisionIn, revisionOf } from './decode-file.ts'
import type { ContentStore } from './store.ts'
import type { VersionStore } from './version-store.ts'

/** `afterStartMs` leaves the start alone. `afterChangeMs` is long, because comparing ten thousand files takes 50 ms. */
export type SyncDelays = { afterStartMs: number; afterChangeMs: number }
const DELAYS: SyncDelays = { afterStartMs: 3_000, afterChangeMs: 60_000 }
/** Files that are stored in a row, in about 20 ms: requests are handled in between. */
const FILES_AT_ONCE = 100

type Options = { content: ContentStore; dir: string; versions: VersionStore; cacheDb: CacheDb; delays?: SyncDelays }

/** Stores the texts of valid files that the store does not have, and notes deleted files. A loaded file is stored at once. */
export function createVersionSync({ content, dir, versions, cacheDb, delays = DELAYS }: Options) {
  const folder = createContentFolder(dir)
  let running = Promise.resolve()
  let timer: Timer | undefined
  let isClosed = false

  async function sync(): Promise<void> {
    const current = revisionsOf(content.files())
    const stored = versions.lastGood()
    for (const file of stored.keys()) if (!current.has(file)) versions.setDeleted(file)
    const missing = [...current].filter(([file, revision]) => stored.get(file) !== revision)
    for (const [index, [file, revision]] of missing.entries()) {
      if (isClosed) return
      const bytes = await folder.read(file).catch(() => undefined)
      if (bytes && revisionOf(bytes) === revision) versions.setLastGood(file, revision, bytes)
      if (index % FILES_AT_ONCE === 0) await Bun.sleep(0)
    }
    // Otherwise some 40 MB of ten thousand texts would stay.
    if (missing.length > FILES_AT_ONCE) Bun.gc(true)
  }

  function syncAfter(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      running = running.then(sync)
    }, ms).unref()
  }

  return {
    start(): void {
      content.onChange(() => syncAfter(delays.afterChangeMs))
      cacheDb.onLost(() => syncAfter(delays.afterChangeMs))
      syncAfter(delays.afterStartMs)
    },
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
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
