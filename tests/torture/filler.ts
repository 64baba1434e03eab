import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SMALL_DISK_BYTES } from './small-disk.ts'

/** Foreign files that fill up a small disk. */
export function createFiller(folder: string) {
  const files = { some: join(folder, 'some.filler'), rest: join(folder, 'rest.filler') }
  return {
    /** Half of the disk: enough space, when freed, for everything that was rejected. */
    takeSome: () => writeFile(files.some, Buffer.alloc(SMALL_DISK_BYTES / 2)),
    /** The remaining space. */
    takeTheRest: () =>
      writeFile(files.rest, Buffer.alloc(SMALL_DISK_BYTES)).catch((error) => {
        if (error.code !== 'ENOSPC') throw error
      }),
    free: () => Promise.all(Object.values(files).map((file) => rm(file))),
  }
}
