import { type FSWatcher, statSync, watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'

type Watching = {
  /** Something may have changed in the folder, at this path in it or, where the system does not say, anywhere: a reason to look, never a fact. */
  hint(path?: string): void
  /** The system gives no (more) hints. */
  failed(error: unknown): void
}

/**
 * Hints of changes in a folder, however deep, also once another folder stands in its place. Tools report one save as
 * several steps, and some file systems report none: whoever needs to be sure looks from time to time, too, and calls `look`.
 */
export function watchFolder(folder: string, { hint, failed }: Watching) {
  const path = resolve(folder)
  let inside: FSWatcher | undefined
  let watched: number | undefined

  function listen(where: string, deep: boolean, heard: (name: string | null) => void): FSWatcher | undefined {
    try {
      return watch(where, { recursive: deep }, (_, name) => heard(name)).on('error', failed)
    } catch (error) {
      failed(error)
      return undefined
    }
  }

  /** Watches the folder that stands there now: another than before is another to the system. */
  function rewatch(): void {
    const there = inodeOf(path)
    if (there === watched) return
    inside?.close()
    watched = there
    inside =
      there === undefined
        ? undefined
        : listen(path, true, (name) => name?.startsWith('.git/') || hint(name ?? undefined))
  }

  rewatch()
  const above = listen(dirname(path), false, (name) => {
    if (name !== null && name !== basename(path)) return
    rewatch()
    hint()
  })
  return {
    rewatch,
    close() {
      inside?.close()
      above?.close()
    },
  }
}

const inodeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino
