import { type FSWatcher, statSync, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { createContentFolder } from '#server/content/files/content-files.ts'
import { ROOT } from '#server/content/snapshot/snapshot.ts'
import { systemClock } from '#server/lib/clock.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { differences, type FileSignatures, statFiles } from '#server/storage/files.ts'
import { findCheckout } from '#server/storage/find-checkout.ts'
import type { ContentStore } from './content.ts'

export type Timing = {
  /** Files are read once nothing has changed for this long. */
  debounceMs: number
  /** The maximum wait for files that keep changing. */
  maxWaitMs: number
  /** The maximum wait for git: an older lock was left behind by a crash, or belongs to a commit whose message is being written. */
  lockMaxMs: number
  /** How often all files are compared without an event. */
  pollMs: number
}
const TIMING: Timing = { debounceMs: 100, maxWaitMs: 5_000, lockMaxMs: 10_000, pollMs: 10_000 }

type WatchDeps = {
  content: ContentStore
  dir: string
  log: Log
  /** The metadata of all files, from before they were read at the start. */
  signatures: FileSignatures
  /** Called when files have changed, before they are read. */
  onChanged?: (() => void) | undefined
  timing?: Timing
}

const GONE = 'this folder is gone or empty: the site shows its last content'

/**
 * Follows the content folder: changes of an editor, of `git checkout` or of a copy become live together, once they are
 * complete. Events are only hints: changes are found by comparing the metadata of all files.
 */
export function watchContent({ content, dir, log, signatures, onChanged, timing = TIMING }: WatchDeps) {
  const git = watchGit(dir)
  const folder = createContentFolder(dir)
  let seen = signatures
  let hasEvents = false
  let closed = false
  let working: Promise<void> | undefined

  function onEvent(): void {
    hasEvents = true
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
   * Waits until nothing changes, reloads the changed files, and starts over if anything changed during the reload. After the
   * deadline it waits for git only: half a checkout must never become live.
   */
  async function syncWhenQuiet(deadline: number): Promise<void> {
    const isLate = () => performance.now() > deadline
    const isBusy = async () => (hasEvents && !isLate()) || git.isBusy(timing.lockMaxMs)
    for (;;) {
      do {
        hasEvents = false
        await Bun.sleep(timing.debounceMs)
      } while (!closed && (await isBusy()))
      if (closed) return
      const version = await git.indexVersion()
      const now = await readSignatures()
      if (typeof now === 'string') {
        // The problem of the folder is gone when its files are back.
        seen = new Map([...seen, [ROOT, { text: now, changedMs: 0 }]])
        return content.markUnavailable(now)
      }
      const files = differences(seen, now)
      if (files.length > 0) onChanged?.()
      const isOutdated = async () => {
        if ((await isBusy()) || version !== (await git.indexVersion())) return true
        // The folder itself is among them when it is back after a problem; it is no file of content.
        const again = await statFiles(
          dir,
          files.filter((file) => file !== ROOT),
        )
        return !isLate() && files.some((file) => now.get(file)?.text !== again.get(file)?.text)
      }
      if (files.length > 0 && !(await content.reload(files, isOutdated))) continue
      seen = now
      return
    }
  }

  /** The metadata of all files, or why the folder cannot be read. */
  async function readSignatures(): Promise<FileSignatures | string> {
    try {
      const found = await folder.signatures()
      return found.size === 0 ? GONE : found
    } catch (error) {
      return `this folder cannot be read: ${error instanceof Error ? error.message : error}`
    }
  }

  const watcher = watchFolder(dir, {
    onEvent,
    onFailed: (error) => log.warn('content not watched', { reason: String(error) }),
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

type FolderEvents = {
  /** Something in the folder may have changed. */
  onEvent(): void
  /** The system reports no changes, or no more. */
  onFailed(error: unknown): void
}

/**
 * Watches a folder recursively, also after another folder has replaced it. One save may be reported in several steps, and
 * some file systems report nothing, so the caller also looks at intervals and calls `rewatch`.
 */
function watchFolder(folder: string, { onEvent, onFailed }: FolderEvents) {
  const path = resolve(folder)
  let inside: FSWatcher | undefined
  let watchedInode: number | undefined

  function listen(where: string, recursive: boolean, onChange: (name: string | null) => void): FSWatcher | undefined {
    try {
      return watch(where, { recursive }, (_, name) => onChange(name)).on('error', onFailed)
    } catch (error) {
      onFailed(error)
      return undefined
    }
  }

  /** Watches the folder that is at the path now. The system keeps watching a folder that was moved away. */
  function rewatch(): void {
    const inode = statSync(path, { throwIfNoEntry: false })?.ino
    if (inode === watchedInode) return
    inside?.close()
    watchedInode = inode
    inside = inode === undefined ? undefined : listen(path, true, (name) => name?.startsWith('.git/') || onEvent())
  }

  rewatch()
  const parent = listen(dirname(path), false, (name) => {
    if (name !== null && name !== basename(path)) return
    rewatch()
    onEvent()
  })
  return {
    rewatch,
    close() {
      inside?.close()
      parent?.close()
    },
  }
}

/** What git does in the checkout that contains a folder, if there is one by now. Nothing rejects. */
export function watchGit(folder: string, now = systemClock) {
  let gitFolder: string | undefined
  async function statInGit(name: string) {
    gitFolder ??= (await findCheckout(folder).catch(() => undefined))?.gitFolder
    return gitFolder === undefined ? undefined : stat(join(gitFolder, name)).catch(() => undefined)
  }
  void statInGit('index')
  return {
    /**
     * Whether git is writing files: it holds `index.lock` while it does. A lock older than `staleMs` is ignored, and one from as
     * far in the future: the clock of the disk may differ.
     */
    async isBusy(staleMs = TIMING.lockMaxMs): Promise<boolean> {
      const lock = await statInGit('index.lock')
      return lock !== undefined && Math.abs(now().getTime() - lock.mtimeMs) < staleMs
    },
    /** Changes whenever git replaces the index. */
    async indexVersion(): Promise<string> {
      const index = await statInGit('index')
      return index ? `${index.ino} ${index.mtimeMs} ${index.ctimeMs}` : ''
    },
  }
}
