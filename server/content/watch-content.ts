import { basename } from 'node:path'
import { errorFields, type Log } from '#server/http/log.ts'
import { isTemporary } from '#server/storage/files.ts'
import { differences, type FileSignatures, statFiles, watchFolder } from '#server/storage/watch-folder.ts'
import { createContentFolder } from './content-files.ts'
import type { ContentStore } from './store.ts'
import { indexVersion, isGitBusy } from './transaction.ts'

export type Timing = {
  /** Files are read once nothing has changed for this long. */
  debounceMs: number
  /** The maximum wait for files that keep changing, or for a lock that was left behind. */
  maxWaitMs: number
  /** How often all files are compared without an event. */
  pollMs: number
}
const TIMING: Timing = { debounceMs: 100, maxWaitMs: 5_000, pollMs: 10_000 }

export type WatchDeps = {
  content: ContentStore
  dir: string
  log: Log
  /** When the content was read at the start. */
  since: number
  timing?: Timing
}

/** File systems round their timestamps. */
const CLOCK_SLACK_MS = 1_000
/** With more events, the system may have dropped some: all files are compared. */
const EVENTS_MAX = 100
const GONE = 'this folder is gone or empty: the site shows its last content'

/**
 * Follows the content folder: changes of an editor, of `git checkout` or of a copy become live together, once they are
 * complete. Events are only hints: changes are found by comparing the metadata of all files, or of the named ones where
 * events name only files that are known, as after each save of the site itself.
 */
export function watchContent({ content, dir, log, since, timing = TIMING }: WatchDeps) {
  const folder = createContentFolder(dir)
  let seen: FileSignatures | undefined
  let hasEvents = false
  /** The files of the events since the last comparison; `undefined`: compare all files. */
  let named: Set<string> | undefined
  let closed = false
  let working: Promise<void> | undefined

  function onEvent(file?: string): void {
    hasEvents = true
    if (file === undefined || (named && named.size >= EVENTS_MAX)) named = undefined
    else if (!isTemporary(basename(file))) named?.add(file)
    if (closed) return
    working ??= work()
      .catch((error) => log.error('content watch failed', errorFields(error)))
      .finally(() => {
        working = undefined
      })
  }

  async function work(): Promise<void> {
    while (hasEvents && !closed) await syncWhenQuiet(performance.now() + timing.maxWaitMs)
  }

  /**
   * Waits until nothing changes, reloads the changed files, and starts over if anything changed meanwhile. After the
   * deadline it waits for git only: half a checkout must never become live.
   */
  async function syncWhenQuiet(deadline: number): Promise<void> {
    const isLate = () => performance.now() > deadline
    const isBusy = async () => (isLate() ? isGitBusy(dir, timing.maxWaitMs) : hasEvents || isGitBusy(dir))
    for (;;) {
      do {
        hasEvents = false
        await Bun.sleep(timing.debounceMs)
      } while (!closed && (await isBusy()))
      if (closed) return
      const git = await indexVersion(dir)
      const few = knownNamedFiles()
      named = new Set()
      const now = await readStamps(few)
      if (typeof now === 'string') return markUnavailable(now)
      const isOutdated = async () =>
        (await isBusy()) || git !== (await indexVersion(dir)) || (!isLate() && !isEqual(now, await readStamps(few)))
      const files = differences(seen ?? stampsOfStart(now), now)
      if (files.length > 0 && !(await reload(files, isOutdated))) {
        named = undefined
        continue
      }
      seen = now
      return
    }
  }

  /** Returns false, and changes nothing, where the files changed while they were read. */
  async function reload(files: readonly string[], isOutdated: () => Promise<boolean>): Promise<boolean> {
    let outdated = false
    await content.reload(files, async () => {
      outdated = await isOutdated()
      return outdated
    })
    return !outdated
  }

  const knownNamedFiles = (): readonly string[] | undefined =>
    named && [...named].every((file) => seen?.has(file)) ? [...named] : undefined

  /** The metadata of all files, with only `few` read again; or why the folder cannot be read. */
  async function readStamps(few?: readonly string[]): Promise<FileSignatures | string> {
    try {
      if (seen && few) {
        const others = [...seen].filter(([file]) => !few.includes(file))
        return new Map([...others, ...(await statFiles(dir, few))])
      }
      const stamps = await statFiles(dir, [...(await folder.list()), ...(await folder.wrongFolders())])
      return stamps.size === 0 ? GONE : stamps
    } catch (error) {
      return `this folder cannot be read: ${error instanceof Error ? error.message : error}`
    }
  }

  async function markUnavailable(reason: string): Promise<void> {
    seen = unknownStamps(content.files().keys())
    named = undefined
    await content.markUnavailable(reason)
  }

  /** All files were read at the start: only those that changed later are read again. */
  function stampsOfStart(now: FileSignatures): FileSignatures {
    const files = content.files()
    const isOld = (file: string) => (now.get(file)?.changedMs ?? Number.POSITIVE_INFINITY) < since - CLOCK_SLACK_MS
    return new Map([...unknownStamps(files.keys()), ...[...now].filter(([file]) => files.has(file) && isOld(file))])
  }

  const watcher = watchFolder(dir, {
    hint: onEvent,
    failed: (error) => log.warn('content not watched', { reason: String(error) }),
  })
  const poll = setInterval(() => {
    watcher.rewatch()
    onEvent()
  }, timing.pollMs).unref()
  onEvent()

  return {
    async close() {
      closed = true
      clearInterval(poll)
      watcher.close()
      await working
    },
  }
}

const isEqual = (before: FileSignatures, after: FileSignatures | string) =>
  typeof after !== 'string' && differences(before, after).length === 0

/** FileSignatures that differ from those of any file, so that each of these files is read again. */
const unknownStamps = (files: Iterable<string>): FileSignatures =>
  new Map([...files].map((file) => [file, { text: '', changedMs: 0 }]))
