import { type LogDisk, type LogFile, realLogDisk } from '#server/storage/log-file.ts'

/** A disk for logs that can be full (half of a write arrives) or fail to sync until it is repaired. */
export function failingLogDisk() {
  let mode: 'none' | 'full' | 'sync' | 'open' = 'none'
  let syncs = 0
  const failure = (code: string) => Object.assign(new Error(`${code}: the disk failed`), { code })

  const opened = (file: LogFile): LogFile => ({
    ...file,
    async write(bytes) {
      if (mode !== 'full') return file.write(bytes)
      await file.write(bytes.subarray(0, Math.ceil(bytes.byteLength / 2)))
      throw failure('ENOSPC')
    },
    async sync() {
      syncs++
      if (mode === 'sync') throw failure('EIO')
      await file.sync()
    },
  })

  const disk: LogDisk = {
    ...realLogDisk,
    async open(path) {
      if (mode === 'open') throw failure('EIO')
      return opened(await realLogDisk.open(path))
    },
  }
  return {
    disk,
    syncs: () => syncs,
    be(next: typeof mode) {
      mode = next
    },
  }
}

/** A disk for logs that counts calls after `arm`; the call with that number and all later ones fail until it is repaired. */
export function breakingLogDisk() {
  let at = Number.POSITIVE_INFINITY
  let calls: string[] = []
  function step(name: string) {
    calls.push(name)
    if (calls.length >= at) throw Object.assign(new Error('EIO: the disk failed'), { code: 'EIO' })
  }
  const opened = (file: LogFile): LogFile => ({
    ...file,
    async write(bytes) {
      step('write')
      await file.write(bytes)
    },
    async sync() {
      step('sync')
      await file.sync()
    },
    async cut(size) {
      step('cut')
      await file.cut(size)
    },
  })
  const disk: LogDisk = {
    async open(path) {
      step('open')
      return opened(await realLogDisk.open(path))
    },
    async rename(from, to) {
      step('rename')
      await realLogDisk.rename(from, to)
    },
    async syncFolder(folder) {
      step('sync folder')
      await realLogDisk.syncFolder(folder)
    },
  }
  return {
    disk,
    /** The calls since `arm`. */
    calls: () => calls,
    arm(call: number) {
      at = call
      calls = []
    },
    mend() {
      at = Number.POSITIVE_INFINITY
    },
  }
}
