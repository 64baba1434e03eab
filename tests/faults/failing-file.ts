import { realDisk } from '#server/storage/files.ts'

/** Makes each write of the private file with this name fail, as on a full disk, until the returned function is called. */
export function failingFile(name: string): () => void {
  const { rename } = realDisk
  realDisk.rename = async (from, to) => {
    if (to.endsWith(`/${name}`)) throw Object.assign(new Error('ENOSPC: the disk is full'), { code: 'ENOSPC' })
    await rename(from, to)
  }
  return () => {
    realDisk.rename = rename
  }
}
