import { oneAtATime } from '#server/lib/mutex.ts'
import type { LoadedFiles } from './build-snapshot.ts'
import { createContentFolder } from './content-folder.ts'
import { revisionIn, revisionOf } from './decode-file.ts'
import type { OnFileLoaded } from './loaded-files.ts'
import type { ContentStore } from './store.ts'
import type { Sources } from './version-store.ts'

/** When to do what no answer waits for. */
export type Pace = { afterStartMs: number; afterChangeMs: number; betweenFilesMs: number; everyMs: number }
const PACE: Pace = { afterStartMs: 3_000, afterChangeMs: 1_000, betweenFilesMs: 1, everyMs: 24 * 60 * 60 * 1000 }

/**
 * Gives the sources what they need. `onFileLoaded` keeps a text when it becomes content. After `start`, what was there before
 * is kept in the background, one file after the other and only what is missing, and it is noted which revision each file
 * was last good with.
 */
export function createSourceSync(sources: Sources, { afterStartMs, afterChangeMs, betweenFilesMs, everyMs } = PACE) {
  const alone = oneAtATime()
  let noted: ReadonlyMap<string, string> = new Map()
  let filling: Promise<void> | undefined
  let fillTimer: Timer | undefined
  let noteTimer: Timer | undefined
  let closed = false

  const onFileLoaded: OnFileLoaded = (revision, bytes) => void alone(() => sources.keep(revision, bytes))

  async function note(files: LoadedFiles): Promise<void> {
    const before = noted
    noted = revisions(files)
    const retired = [...before].filter(([file, revision]) => noted.get(file) !== revision)
    if (retired.length === 0 && before.size === noted.size) return
    await sources.setLastGood(noted)
    for (const [, revision] of retired) await sources.retire(revision)
  }

  async function keepMissing(files: LoadedFiles, dir: string): Promise<void> {
    const folder = createContentFolder(dir)
    const stored = await sources.kept()
    for (const [file, revision] of revisions(files)) {
      if (closed) return
      if (stored.has(revision)) continue
      const bytes = await folder.read(file).catch(() => undefined)
      if (bytes && revisionOf(bytes) === revision) await sources.keep(revision, bytes)
      await Bun.sleep(betweenFilesMs)
    }
  }

  function start(content: ContentStore, dir: string): void {
    const noteNow = () => {
      noteTimer = undefined
      return alone(() => note(content.files()))
    }
    async function fill() {
      await noteNow()
      await keepMissing(content.files(), dir)
      if (closed) return
      // Of ten thousand texts that passed through, some 40 MB would stay.
      Bun.gc(true)
      await sources.prune(new Set(revisions(content.files()).values()))
      fillTimer = setTimeout(begin, everyMs).unref()
    }
    const begin = () => {
      filling = fill()
    }
    content.onChange(() => {
      if (!closed) noteTimer ??= setTimeout(noteNow, afterChangeMs).unref()
    })
    fillTimer = setTimeout(begin, afterStartMs).unref()
    finish = async () => {
      if (noteTimer) await noteNow()
    }
  }
  let finish = async () => {}

  return {
    onFileLoaded,
    start,
    /** Waits for what is being written. What is not kept yet is kept after the next start. */
    async close() {
      closed = true
      clearTimeout(fillTimer)
      clearTimeout(noteTimer)
      await filling
      await finish()
      await alone(async () => {})
    },
  }
}

/** Path → the revision of the text that it decoded. */
function revisions(files: LoadedFiles): Map<string, string> {
  const found = new Map<string, string>()
  for (const [file, { decoded }] of files)
    if (decoded && decoded.kind !== 'pictures') found.set(file, revisionIn(decoded))
  return found
}
