import { type FSWatcher, statSync, watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'

type WatchOptions = {
  /** Something may have changed at this path in the folder, or anywhere in it. A reason to look, not a fact. */
  hint(path?: string): void
  /** The system reports no changes, or no more. */
  failed(error: unknown): void
}

/**
 * Watches a folder recursively, also after another folder has replaced it. One save may be reported in several steps, and
 * some file systems report nothing, so that callers must also look at intervals and call `rewatch`.
 */
export function watchFolder(folder: string, { hint, failed }: WatchOptions) {
  const path = resolve(folder)
  let inside: FSWatcher | undefined
  let watchedInode: number | undefined

  function listen(where: string, recursive: boolean, onChange: (name: string | null) => void): FSWatcher | undefined {
    try {
      return watch(where, { recursive }, (_, name) => onChange(name)).on('error', failed)
    } catch (error) {
      failed(error)
      return undefined
    }
  }

  /** Watches the folder that is at the path now. The system keeps watching a folder that was moved away. */
  function rewatch(): void {
    const inode = statSync(path, { throwIfNoEntry: false })?.ino
    if (inode === watchedInode) return
    inside?.close()
    watchedInode = inode
    inside =
      inode === undefined
        ? undefined
        : listen(path, true, (name) => name?.startsWith('.git/') || hint(name ?? undefined))
  }

  rewatch()
  const parent = listen(dirname(path), false, (name) => {
    if (name !== null && name !== basename(path)) return
    rewatch()
    hint()
  })
  return {
    rewatch,
    close() {
      inside?.close()
      parent?.close()
    },
  }
}
