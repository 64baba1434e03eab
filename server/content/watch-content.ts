import { basename } from 'node:path'
import { indexVersion, isGitBusy } from '#server/git/git-activity.ts'
import { errorFields } from '#server/http/error-handler.ts'
import type { Log } from '#server/http/log.ts'
import { differences, type Stamps, statFiles } from '#server/storage/file-signatures.ts'
import { isTemporary } from '#server/storage/replace-file.ts'
import { watchFolder } from '#server/storage/watch-folder.ts'
import { createContentFolder } from './content-folder.ts'
import type { ContentStore } from './store.ts'

export type Timing = {
  /** Nothing may have moved for so long before files are read: whoever writes many is done. */
  quietMs: number
  /** Then they are read all the same: a file that never rests, or a lock that old, must not keep the others waiting. */
  longestMs: number
  /** Looks without any hint, this often. */
  everyMs: number
}
const TIMING: Timing = { quietMs: 100, longestMs: 5_000, everyMs: 10_000 }

export type WatchDeps = {
  content: ContentStore
  dir: string
  log: Log
  /** When the content was read first. */
  since: number
  timing?: Timing
}

/** The clock of a file system is coarser than ours. */
const CLOCK_SLACK_MS = 1_000
/** Where hints name more files, the system may have lost some, and all are looked at. */
const NAMED_MAX = 100
const GONE = 'this folder is gone or empty: the site shows what it last held'

/**
 * Follows the content folder: what an editor, `git checkout` or a copy does there is live once it is done, all of it at
 * once. Events are hints only: what changed is found by looking at every file (not into it), now and then without a hint;
 * at those alone that the hints named where these are a few that were there before, as after each save of the site's own.
 */
export function watchContent({ content, dir, log, since, timing = TIMING }: WatchDeps) {
  const folder = createContentFolder(dir)
  let seen: Stamps | undefined
  let hinted = false
  /** The files that hints named since the last look; `undefined` where they did not say, so that all are looked at. */
  let named: Set<string> | undefined
  let closed = false
  let working: Promise<void> | undefined

  function hint(file?: string): void {
    hinted = true
    if (file === undefined || (named && named.size >= NAMED_MAX)) named = undefined
    else if (!isTemporary(basename(file))) named?.add(file)
    if (closed) return
    working ??= work()
      .catch((error) => log.error('content not followed', errorFields(error)))
      .finally(() => {
        working = undefined
      })
  }

  async function work(): Promise<void> {
    while (hinted && !closed) await untilLive(performance.now() + timing.longestMs)
  }

  /**
   * Waits until nothing moves, reads what is different, and starts again if anything moved meanwhile. After the deadline
   * only git is waited for: what stands there in the middle of a checkout is nobody's content.
   */
  async function untilLive(deadline: number): Promise<void> {
    const isLate = () => performance.now() > deadline
    const moves = async () => (isLate() ? isGitBusy(dir, timing.longestMs) : hinted || isGitBusy(dir))
    for (;;) {
      do {
        hinted = false
        await Bun.sleep(timing.quietMs)
      } while (!closed && (await moves()))
      if (closed) return
      const git = await indexVersion(dir)
      const few = fewNamed()
      named = new Set()
      const now = await look(few)
      if (typeof now === 'string') return lose(now)
      const moved = async () =>
        (await moves()) || git !== (await indexVersion(dir)) || (!isLate() && !isEqual(now, await look(few)))
      const files = differences(seen ?? assumed(now), now)
      if (files.length > 0 && !(await swapped(files, moved))) {
        named = undefined
        continue
      }
      seen = now
      return
    }
  }

  /** False where it came to nothing, because something moved while the files were read. */
  async function swapped(files: readonly string[], moved: () => Promise<boolean>): Promise<boolean> {
    let isOld = false
    await content.reload(files, async () => {
      isOld = await moved()
      return isOld
    })
    return !isOld
  }

  /** What hints named, if all of it is files that were there at the last look. */
  function fewNamed(): readonly string[] | undefined {
    return named && [...named].every((file) => seen?.has(file)) ? [...named] : undefined
  }

  /** Every file as it stands there now, or why that cannot be said. With `few`, only these are looked at; the others are as they were. */
  async function look(few?: readonly string[]): Promise<Stamps | string> {
    if (seen && few) return lookAt(few, seen)
    try {
      const stamps = await statFiles(dir, [...(await folder.list()), ...(await folder.wrongFolders())])
      return stamps.size === 0 ? GONE : stamps
    } catch (error) {
      return `this folder cannot be read: ${error instanceof Error ? error.message : error}`
    }
  }

  async function lookAt(files: readonly string[], before: Stamps): Promise<Stamps> {
    const now = new Map(before)
    for (const file of files) now.delete(file)
    for (const [file, stamp] of await statFiles(dir, files)) now.set(file, stamp)
    return now
  }

  async function lose(reason: string): Promise<void> {
    seen = unlike(content.files().keys())
    named = undefined
    await content.markUnavailable(reason)
  }

  /** The start has read everything: only what changed after it began is news. */
  function assumed(now: Stamps): Stamps {
    const known = [...content.files().keys()]
    const isOld = (file: string) => (now.get(file)?.changedMs ?? Number.POSITIVE_INFINITY) < since - CLOCK_SLACK_MS
    return new Map([...unlike(known), ...[...now].filter(([file]) => content.files().has(file) && isOld(file))])
  }

  const watcher = watchFolder(dir, {
    hint,
    failed: (error) => log.warn('content not watched', { reason: String(error) }),
  })
  const safetyNet = setInterval(() => {
    watcher.rewatch()
    hint()
  }, timing.everyMs).unref()
  hint()

  return {
    /** Waits for the swap that is going on. */
    async close() {
      closed = true
      clearInterval(safetyNet)
      watcher.close()
      await working
    },
  }
}

const isEqual = (before: Stamps, after: Stamps | string) =>
  typeof after !== 'string' && differences(before, after).length === 0

/** Stamps that no file has: each of these is read again, wherever it is now. */
const unlike = (files: Iterable<string>): Stamps =>
  new Map([...files].map((file) => [file, { text: '', changedMs: 0 }]))
