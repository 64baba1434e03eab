import { lstat, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { PROCESS_LOCK_FILES } from '#server/storage/process-lock.ts'
import { BackupError } from './manifest.ts'

/** Throws `BackupError` when a folder is not empty, unless `replace` is set. */
export async function checkRoom(places: readonly string[], replace: boolean): Promise<void> {
  for (const place of places) {
    if ((await topOf(place)).every((entry) => PROCESS_LOCK_FILES.has(entry))) continue
    if (!replace)
      throw new BackupError(
        `${place} is not empty. Name another folder with --to=, or add --replace: then what is there is deleted.`,
      )
    if (`${process.cwd()}${sep}`.startsWith(`${place}${sep}`))
      throw new BackupError(`You are in ${place}, which would be deleted. Run this from somewhere else.`)
  }
}

/** Deletes everything in a folder except the lock that this process holds in `privatePlace`. */
export async function emptyFolder(folder: string, privatePlace: string): Promise<void> {
  for (const entry of await topOf(folder)) {
    const path = join(folder, entry)
    if (folder === privatePlace && PROCESS_LOCK_FILES.has(entry)) continue
    if (`${privatePlace}${sep}`.startsWith(`${path}${sep}`)) await emptyFolder(path, privatePlace)
    else await rm(path, { recursive: true, force: true })
  }
}

async function topOf(folder: string): Promise<string[]> {
  const found = await lstat(folder).catch(() => undefined)
  if (!found) return []
  if (!found.isDirectory()) throw new BackupError(`${folder} is no folder. Name another one with --to=.`)
  return (await Array.fromAsync(new Bun.Glob('*').scan({ cwd: folder, dot: true, onlyFiles: false }))).sort()
}
