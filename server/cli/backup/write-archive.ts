import { createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, type Writable } from 'node:stream'
import { GitError } from '#server/git/runner/run-git.ts'
import { isDiskFull, OperatorError } from '#server/lib/errors.ts'
import { realDisk, syncFolder, temporaryFor } from '#server/storage/files.ts'
import { verifyBackup } from './archive.ts'
import { type BackupOptions, recordStored, type Written, writeBackup } from './backup.ts'
import { countOf } from './manifest.ts'

/** Exit codes: the archive has everything, or everything but what was named; the reader of the standard output gets none. */
export const COMPLETE = 0
const INCOMPLETE = 2
export const ELSEWHERE = 3

/** `isVerified`: what was written is read while it is written. */
export async function writeToOutput(out: Writable, options: BackupOptions, isVerified: boolean): Promise<number> {
  const written = await (isVerified ? writeVerified(out, options) : writeBackup(out, options)).catch((error) =>
    throwUnwritten(error, 'the standard output'),
  )
  options.progress(`${isVerified ? 'Written and read back' : 'Written'}: ${summaryOf(written)}`)
  return exitCodeOf(written)
}

async function writeVerified(out: Writable, options: BackupOptions): Promise<Written> {
  const copy = new PassThrough()
  const verified = verifyBackup(copy, options.signal)
  // That of the writer counts, which ends with it.
  verified.catch(() => copy.destroy())
  const written = await writeBackup(out, options, copy)
  await verified
  return written
}

/** Checks it, and renames it to its name when it is complete and on disk. Never overwrites a file. */
export async function writeToFile(to: string | undefined, options: BackupOptions): Promise<number> {
  // `2026-11-21T06-15-00Z` is valid in every file system.
  const time = options.now().toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  const file = to ?? join(options.privateDir, 'backups', `backup-${time}.tar.gz`)
  await assertFree(file)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = temporaryFor(file)
  try {
    const out = (options.createFile ?? createFile)(temporary)
    // Rejects the archive, too, whose failure is the one that counts.
    out.on('error', () => {})
    const written = await writeBackup(out, options).finally(() => closed(out))
    await verifyBackup(temporary, options.signal)
    await assertFree(file)
    await realDisk.rename(temporary, file)
    await syncFolder(dirname(file))
    const megabytes = ((await stat(file)).size / 1_000_000).toFixed(1)
    options.progress(`${file}: ${summaryOf(written)}, ${megabytes} MB`)
    if (exitCodeOf(written) === COMPLETE) await recordStored(options)
    return exitCodeOf(written)
  } catch (error) {
    await realDisk.unlink(temporary).catch(() => {})
    return throwUnwritten(error, file)
  }
}

const createFile = (path: string): Writable => createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })

/** One sentence for what happens to disks and pipes; anything else is a bug. */
function throwUnwritten(error: unknown, place: string): never {
  if (isDiskFull(error) || (error instanceof GitError && error.pause === 'disk-full'))
    throw new OperatorError(
      `The disk is full: there is no backup in ${place}, and nothing is left of it. Free some space, or name another disk with --to.`,
    )
  if (error instanceof Error && 'code' in error && error.code === 'EPIPE')
    throw new OperatorError(`Nothing reads ${place} any more: there is no whole backup.`)
  throw error
}

/** Closes a file, whether it was written to its end or not. */
async function closed(out: Writable): Promise<void> {
  if (out.closed) return
  const closing = new Promise((resolve) => out.once('close', resolve))
  out.destroy()
  await closing
}

async function assertFree(file: string): Promise<void> {
  if (await stat(file).catch(() => undefined)) throw new OperatorError(`${file} is there already. Name another file.`)
}

const exitCodeOf = ({ leftOut }: Written) => (leftOut.length === 0 ? COMPLETE : INCOMPLETE)

const summaryOf = ({ manifest, leftOut }: Written) =>
  `${countOf(manifest)}${leftOut.length === 0 ? '' : `, ${leftOut.length} left out`}`
