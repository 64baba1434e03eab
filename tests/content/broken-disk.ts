import { type Disk, type OpenFile, realDisk } from '#server/storage/files.ts'
import { wrapped } from '#tests/files/failing-log-disk.ts'

/** A disk whose Nth call after `failAt` fails, counting all kinds of calls. `failAt(0)` repairs it. */
export function brokenDisk() {
  let left = 0
  let code = ''

  function call<Result>(act: () => Promise<Result>): Promise<Result> {
    if (left > 0 && --left === 0) return Promise.reject(Object.assign(new Error(`${code}: the disk failed`), { code }))
    return act()
  }

  const opened = (file: OpenFile): OpenFile => ({
    ...wrapped(file),
    writeFile: (data) => call(() => file.writeFile(data)),
    sync: () => call(() => file.sync()),
  })

  const disk: Disk = {
    ...realDisk,
    open: (path, flags, mode) => call(async () => opened(await realDisk.open(path, flags, mode))),
    rename: (from, to) => call(() => realDisk.rename(from, to)),
    unlink: (path) => call(() => realDisk.unlink(path)),
    mkdir: (path) => call(() => realDisk.mkdir(path)),
  }

  function failAt(nth: number, withCode: string): void {
    left = nth
    code = withCode
  }
  return { disk, failAt }
}
