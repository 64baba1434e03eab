import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { factsOf } from '#server/http/error-handler.ts'
import type { Log } from '#server/http/log.ts'
import { privateFolder } from '#server/storage/private-folder.ts'
import { replaceFile } from '#server/storage/replace-file.ts'

/**
 * The file in which the first start leaves the password that it made, where no terminal is there to show it.
 * `folder`: of private files.
 */
export function createFirstPassword(folder: string, log: Log) {
  const file = join(folder, 'first-password')
  return {
    file,
    /** Readable by this process's user alone. Throws what the disk throws. */
    async write(password: string): Promise<void> {
      await privateFolder(folder)
      await replaceFile(file, `${password}\n`, { mode: 0o600 })
    },
    /** Deletes the file, if it is there. Never throws: a failure is logged. */
    async delete(): Promise<void> {
      await unlink(file).catch((error) => {
        if (error.code !== 'ENOENT') log.error('first password not deleted', { file, ...factsOf(error) })
      })
    },
  }
}
export type FirstPassword = ReturnType<typeof createFirstPassword>
