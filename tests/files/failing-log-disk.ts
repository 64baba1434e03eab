import { type LogDisk, type LogFile, realLogDisk } from '#server/files/log-disk.ts'

/** A disk for logs that can be full (half of what is written arrives), or fail to sync, until it is mended. */
export function failingLogDisk() {
  let trouble: 'none' | 'full' | 'sync' | 'open' = 'none'
  let syncs = 0
  const failure = (code: string) => Object.assign(new Error(`${code}: the disk failed`), { code })

  const opened = (file: LogFile): LogFile => ({
    ...file,
    async write(bytes) {
      if (trouble !== 'full') return file.write(bytes)
      await file.write(bytes.subarray(0, Math.ceil(bytes.byteLength / 2)))
      throw failure('ENOSPC')
    },
    async sync() {
      syncs++
      if (trouble === 'sync') throw failure('EIO')
      await file.sync()
    },
  })

  const disk: LogDisk = {
    async open(path) {
      if (trouble === 'open') throw failure('EIO')
      return opened(await realLogDisk.open(path))
    },
  }
  return {
    disk,
    syncs: () => syncs,
    be(next: typeof trouble) {
      trouble = next
    },
  }
}
