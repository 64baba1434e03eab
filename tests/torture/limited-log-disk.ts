import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Disk, realDisk } from '#server/storage/files.ts'
import { wrapped } from '#tests/files/failing-log-disk.ts'

/**
 * A disk for logs that is full when the files next to a log reach this size; a write is cut to what fits. The derived
 * database does not count, because SQLite writes to the real disk.
 */
export function limitedLogDisk(bytes: number): Disk {
  const left = async (folder: string) => Math.max(0, bytes - (await sizeOf(folder)))
  return {
    ...realDisk,
    async open(path, flags, mode) {
      const file = await realDisk.open(path, flags, mode)
      return {
        ...wrapped(file),
        async writeFile(wanted) {
          const room = await left(dirname(path))
          if (room >= wanted.length) return file.writeFile(wanted)
          await file.writeFile(wanted.slice(0, room))
          throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
        },
      }
    },
  }
}

async function sizeOf(folder: string): Promise<number> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter(
    (entry) => entry.isFile() && !entry.name.startsWith('cache-v'),
  )
  const sizes = await Promise.all(entries.map(async ({ name }) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
