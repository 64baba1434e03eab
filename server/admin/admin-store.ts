import { stat } from 'node:fs/promises'
import { createMutex } from '#server/lib/mutex.ts'
import { withFileLock } from '#server/storage/file-lock.ts'
import { readAdmin, type StoredAdmin, writeAdmin } from './admin-file.ts'

/** What is stored is not what `mark` stands for any longer as soon as somebody else has written. */
type Known = { admin: StoredAdmin | undefined; mark: string }

/**
 * The administrator's file, which the site and a command of the shell may have open at the same time: each sees at once
 * what the other wrote, and neither writes over it.
 */
export function createAdminStore(file: string) {
  const oneByOne = createMutex()
  const lockFile = file.replace(/\.json$/, '.lock')
  let known: Known | undefined

  /** What the file holds now; read again only where it was written since. Throws `InvalidAdminFileError`. */
  async function read(): Promise<StoredAdmin | undefined> {
    const mark = await markOf(file)
    if (known?.mark !== mark) known = { admin: await readAdmin(file), mark }
    return known.admin
  }

  async function changed(edit: Edit): Promise<StoredAdmin> {
    const before = await readAdmin(file)
    const after = await edit(before)
    if (after !== before) await writeAdmin(file, after)
    return after
  }

  return {
    read,
    /**
     * Puts what `edit` makes of it in its place, and gives that; what it gives back unchanged is not written. Throws what
     * `edit` throws, `InvalidAdminFileError`, or what the disk throws.
     */
    change: (edit: Edit): Promise<StoredAdmin> => oneByOne(() => withFileLock(lockFile, () => changed(edit))),
  }
}
export type AdminStore = ReturnType<typeof createAdminStore>
type Edit = (before: StoredAdmin | undefined) => StoredAdmin | Promise<StoredAdmin>

/** Another one after every write: each puts a new file in place. */
async function markOf(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
  return found ? `${found.ino} ${found.mtimeNs} ${found.size}` : 'none'
}
