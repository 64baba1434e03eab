import { join } from 'node:path'
import { differences, type Stamps, statFiles } from '#server/storage/file-signatures.ts'
import { readBytes } from '#server/storage/read-file.ts'
import { BackupError } from './errors.ts'

/** A folder, and which files of it belong together. */
export type Group = { folder: string; list(): Promise<string[]> }
type Options = {
  /** What else must not change meanwhile: the commit that is checked out. */
  mark(): Promise<string>
  /** Whether nothing is half done. It is waited for, but not for ever. */
  isQuiet(): Promise<boolean>
}

const TRIES = 200
const WAIT_MS = 25

/**
 * The bytes of all files of some groups as they were at one and the same moment, although somebody goes on writing: they are
 * read, and those that changed are read again, until between two looks at names, times and sizes nothing has changed. Each
 * file by itself is whole because whoever writes puts a new one in its place. Throws `BackupError` where there is no such moment.
 */
export async function readConsistently(groups: readonly Group[], { mark, isQuiet }: Options) {
  const held = groups.map(() => new Map<string, Uint8Array>())
  let before = await statGroups(groups)
  let changed = before.map((stamps) => [...stamps.keys()])
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const marked = await mark()
    for (const [n, { folder }] of groups.entries()) await readAll(folder, changed[n] ?? [], held[n] ?? new Map())
    const after = await statGroups(groups)
    const differ = after.map((stamps, n) => differences(before[n] ?? new Map(), stamps))
    const rests = differ.every((files) => files.length === 0) && marked === (await mark())
    if (rests && ((await isQuiet()) || attempt > TRIES / 2)) return { held, marked }
    before = after
    changed = differ
    await Bun.sleep(WAIT_MS)
  }
  throw new BackupError('The content changes faster than it can be read. Please try again.')
}

const statGroups = (groups: readonly Group[]): Promise<Stamps[]> =>
  Promise.all(groups.map(async ({ folder, list }) => statFiles(folder, await list())))

async function readAll(folder: string, files: readonly string[], held: Map<string, Uint8Array>): Promise<void> {
  for (const file of files) {
    const bytes = await readBytes(join(folder, file)).catch((error) => {
      if (error.code !== 'ENOENT') throw error
    })
    if (bytes) held.set(file, bytes)
    else held.delete(file)
  }
}
