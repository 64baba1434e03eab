import { type Disk, type OpenFile, realDisk } from '#server/storage/files.ts'

/** A file whose calls can be replaced one by one. */
export const wrapped = (file: OpenFile): OpenFile => ({
  writeFile: (data) => file.writeFile(data),
  sync: () => file.sync(),
  truncate: (size) => file.truncate(size),
  stat: () => file.stat(),
  close: () => file.close(),
})

/** A disk for logs that can be full (half of a write arrives) or fail to sync until it is repaired. */
export function failingLogDisk() {
  let mode: 'none' | 'full' | 'sync' | 'open' = 'none'
  let syncs = 0
  const failure = (code: string) => Object.assign(new Error(`${code}: the disk failed`), { code })

  const opened = (file: OpenFile): OpenFile => ({
    ...wrapped(file),
    async writeFile(bytes) {
      if (mode !== 'full') return file.writeFile(bytes)
      await file.writeFile(bytes.slice(0, Math.ceil(bytes.length / 2)))
      throw failure('ENOSPC')
    },
    async sync() {
      syncs++
      if (mode === 'sync') throw failure('EIO')
      await file.sync()
    },
  })

  const disk: Disk = {
    ...realDisk,
    async open(path, flags, fileMode) {
      if (mode === 'open') throw failure('EIO')
      return opened(await realDisk.open(path, flags, fileMode))
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
  const opened = (file: OpenFile): OpenFile => ({
    ...wrapped(file),
    async writeFile(bytes) {
      step('write')
      await file.writeFile(bytes)
    },
    async sync() {
      step('sync')
      await file.sync()
    },
    async truncate(size) {
      step('cut')
      await file.truncate(size)
    },
  })
  const disk: Disk = {
    ...realDisk,
    async open(path, flags, mode) {
      const isFolder = flags === 'r'
      step(isFolder ? 'sync folder' : 'open')
      const file = await realDisk.open(path, flags, mode)
      return isFolder ? file : opened(file)
    },
    async rename(from, to) {
      step('rename')
      await realDisk.rename(from, to)
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
