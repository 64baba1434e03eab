import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isTemporary } from '#server/storage/replace-file.ts'

/** What of `storage/private` is made again, is about this process alone, or is a backup itself. */
const LEFT_OUT = /^(?:html|backups|commit-queue)\/|^server\.json$|^cache-v\d+\.sqlite|^(?:process|admin|audit)\.lock$/
const SOURCES = /^sources\/[0-9a-f]{2}\//
const LOG = /\.jsonl$/

export const isSource = (path: string) => SOURCES.test(path)
export const isLog = (path: string) => LOG.test(path)
export const isIncluded = (path: string) => !LEFT_OUT.test(path)

/** Every plain file below a folder, by its path in it, sorted; links and what somebody is just writing are none. */
export async function filesBelow(folder: string, below = ''): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found = entries.map(async (entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) return entry.name === '.git' ? [] : filesBelow(folder, path)
    return entry.isFile() && !isTemporary(entry.name) ? [path] : []
  })
  return (await Promise.all(found)).flat().sort()
}
