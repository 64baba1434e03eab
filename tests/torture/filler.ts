import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SMALL_DISK_BYTES } from './small-disk.ts'

/** Files of somebody else that fill a small disk up. */
export function createFiller(folder: string) {
  const files = { some: join(folder, 'some.filler'), rest: join(folder, 'rest.filler') }
  return {
    /** Half of the disk: freed, there is space for everything that was refused. */
    takeSome: () => writeFile(files.some, Buffer.alloc(SMALL_DISK_BYTES / 2)),
    /** Whatever is left. */
    takeTheRest: () =>
      writeFile(files.rest, Buffer.alloc(SMALL_DISK_BYTES)).catch((error) => {
        if (error.code !== 'ENOSPC') throw error
      }),
    free: () => Promise.all(Object.values(files).map((file) => rm(file))),
  }
}
