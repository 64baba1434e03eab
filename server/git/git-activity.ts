import { readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** A lock older than this was left behind, or belongs to somebody who thinks about a commit message. */
const STALE_MS = 10_000

/**
 * Whether git is at work in the repository that holds a folder: it keeps `index.lock` for as long as it writes files. One
 * older than `staleMs` does not count, nor one from as far ahead: the disk may go by another clock. Never throws; where
 * there is no repository, git is never at work.
 */
export async function gitAtWork(folder: string, staleMs = STALE_MS): Promise<boolean> {
  const repository = await repositoryOf(resolve(folder))
  if (repository === undefined) return false
  const lock = await stat(join(repository, 'index.lock')).catch(() => undefined)
  return lock !== undefined && Math.abs(Date.now() - lock.mtimeMs) < staleMs
}

/** Another text once git has been at work: it puts a new index in the place of the old one. Never throws. */
export async function gitState(folder: string): Promise<string> {
  const repository = await repositoryOf(resolve(folder))
  const index = repository && (await stat(join(repository, 'index')).catch(() => undefined))
  return index ? `${index.ino} ${index.mtimeMs} ${index.ctimeMs}` : ''
}

/** The folder that holds git's index, looked for from here upwards. */
async function repositoryOf(folder: string): Promise<string | undefined> {
  const path = join(folder, '.git')
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) return path
  if (found) return linked(folder, await readFile(path, 'utf8').catch(() => ''))
  return dirname(folder) === folder ? undefined : repositoryOf(dirname(folder))
}

/** A second worktree names its place in a file. */
function linked(folder: string, text: string): string | undefined {
  const place = /^gitdir: (.+)$/m.exec(text)?.[1]
  return place === undefined ? undefined : resolve(folder, place)
}
