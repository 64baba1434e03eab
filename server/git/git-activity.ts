import { readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** An older lock was left behind by a crash, or belongs to a commit whose message is being written. */
const STALE_MS = 10_000

/**
 * Whether git is writing files in the repository that contains a folder: it holds `index.lock` meanwhile. A lock older than
 * `staleMs` is ignored, and one from as far in the future: the clock of the disk may differ. Never rejects.
 */
export async function isGitBusy(folder: string, staleMs = STALE_MS): Promise<boolean> {
  const gitFolder = await gitFolderAbove(resolve(folder))
  if (gitFolder === undefined) return false
  const lock = await stat(join(gitFolder, 'index.lock')).catch(() => undefined)
  return lock !== undefined && Math.abs(Date.now() - lock.mtimeMs) < staleMs
}

/** Changes whenever git replaces the index. Never rejects. */
export async function indexVersion(folder: string): Promise<string> {
  const gitFolder = await gitFolderAbove(resolve(folder))
  const index = gitFolder && (await stat(join(gitFolder, 'index')).catch(() => undefined))
  return index ? `${index.ino} ${index.mtimeMs} ${index.ctimeMs}` : ''
}

async function gitFolderAbove(folder: string): Promise<string | undefined> {
  const path = join(folder, '.git')
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) return path
  if (found) {
    // A linked worktree names its git folder in a file.
    const link = /^gitdir: (.+)$/m.exec(await readFile(path, 'utf8').catch(() => ''))?.[1]
    return link === undefined ? undefined : resolve(folder, link)
  }
  return dirname(folder) === folder ? undefined : gitFolderAbove(dirname(folder))
}
