import { type FSWatcher, lstatSync, statSync, watch } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

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

/** Shows that a file has changed, without reading it. */
export type FileSignature = { text: string; changedMs: number }
/** By path inside a folder. Missing files have no entry. */
export type FileSignatures = ReadonlyMap<string, FileSignature>

/** Ten thousand files take 25 ms, so other work runs in between. */
const BATCH = 500

/** Returns the signatures of these files. Never throws: a file that cannot be examined has a signature that says so. */
export async function statFiles(folder: string, files: readonly string[]): Promise<FileSignatures> {
  const signatures = new Map<string, FileSignature>()
  for (const [index, file] of files.entries()) {
    const signature = signatureOf(join(folder, file))
    if (signature) signatures.set(file, signature)
    if (index % BATCH === BATCH - 1) await new Promise(setImmediate)
  }
  return signatures
}

function signatureOf(path: string): FileSignature | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (!stats) return undefined
    const { mtimeMs, ctimeMs, size, ino } = stats
    return { text: `${mtimeMs} ${ctimeMs} ${size} ${ino}`, changedMs: ctimeMs }
  } catch (error) {
    return { text: String(error), changedMs: 0 }
  }
}

/** Returns the files that exist in only one of the two, or have another signature. */
export function differences(before: FileSignatures, after: FileSignatures): string[] {
  const files = new Set([...before.keys(), ...after.keys()])
  return [...files].filter((file) => before.get(file)?.text !== after.get(file)?.text)
}
