import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { version } from '#server/lib/version.ts'
import { realDisk, removeFile, syncFolder, unlessMissing, writePrivateFile } from './files.ts'

/** A file as it was before a version migrated it: `admin.json.before-0.2.0`. */
export const KEPT = /\.before-\d+\.\d+\.\d+[^/]*$/
const DAY_MS = 24 * 60 * 60 * 1000
/** Enough to notice that an update went wrong. The copies may have names and e-mail addresses. */
export const KEPT_DAYS = 30

/** The name under which a private text is kept before this version migrates it. */
export const keptName = (name: string) => `${name}.before-${version}`

/** Keeps the contents that a private file had before a migration: those before the last one. Throws file system errors. */
export async function keepBefore(path: string, text: string): Promise<void> {
  const kept = keptName(path)
  await writePrivateFile(kept, text.replace(/\n$/, ''))
  for (const other of await keptIn(dirname(path)))
    if (other !== kept && basename(other).replace(KEPT, '') === basename(path)) await removeFile(other)
}

/** The kept files below a folder of private files. Throws file system errors. */
async function keptIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(unlessMissing)) ?? []
  return names.filter((name) => KEPT.test(name)).map((name) => join(folder, name))
}

/** Deletes all kept files, durably. Throws file system errors. */
export async function removeKept(folder: string): Promise<void> {
  const files = await keptIn(folder)
  for (const file of files) await realDisk.unlink(file).catch(unlessMissing)
  if (files.length > 0) await syncFolder(folder)
}

/** Deletes those that are a month old. Throws file system errors. */
export async function removeOldKept(folder: string, now: Date): Promise<void> {
  for (const file of await keptIn(folder)) {
    const found = await stat(file).catch(unlessMissing)
    if (found && now.getTime() - found.mtimeMs > KEPT_DAYS * DAY_MS) await removeFile(file).catch(unlessMissing)
  }
}
