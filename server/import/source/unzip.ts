import { createWriteStream } from 'node:fs'
import { mkdir, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { UnreadableSourceError } from './errors.ts'

export type UnzipLimits = {
  maxBytes: number
  maxEntries: number
  /** The disk keeps this much free space for the site itself. */
  minFreeBytes: number
}
export const UNZIP_LIMITS: UnzipLimits = { maxBytes: 10_000_000_000, maxEntries: 100_000, minFreeBytes: 500_000_000 }

/**
 * Unpacks the regular files of a zip into a new folder, and returns how many entries were left out, by kind. Bytes are
 * counted while they are written, so that an archive that lies about its sizes stops at the limit. Throws
 * `UnreadableSourceError`, and what the disk throws; the caller then deletes the folder.
 */
export async function unzip(file: string, to: string, limits = UNZIP_LIMITS): Promise<Map<string, number>> {
  const leftOut = new Map<string, number>()
  const zip = await openPromise(file, { strictFileNames: true }).catch(rejectArchive)
  try {
    await mkdir(to, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = await statfs(to)
    const hasRoom = bavail * bsize - limits.minFreeBytes
    const budget = {
      bytes: Math.min(limits.maxBytes, hasRoom),
      reason: hasRoom < limits.maxBytes ? 'The disk has too little free space to unpack this file.' : tooLarge(limits),
    }
    // Never more entries are read than the archive says that it has.
    if (zip.entryCount > limits.maxEntries)
      throw new UnreadableSourceError(
        `The archive has more than ${limits.maxEntries.toLocaleString('en')} entries. Split it.`,
      )
    for await (const entry of zip.eachEntry()) {
      const name = checkedName(entry.fileName)
      const kind = name.endsWith('/') ? 'folder' : kindOf(entry, name)
      if (kind === 'file') await unpackEntry(zip, entry, join(to, name), budget)
      else if (kind !== 'folder') leftOut.set(kind, (leftOut.get(kind) ?? 0) + 1)
    }
  } catch (error) {
    rejectArchive(error)
  } finally {
    zip.close()
  }
  return leftOut
}

const tooLarge = ({ maxBytes }: UnzipLimits) =>
  `The archive unpacks to more than ${maxBytes / 1_000_000_000} GB. Split it, or unpack it and import the folder.`

/** Errors of the disk and our own pass; all others are about the archive. */
function rejectArchive(error: unknown): never {
  if (error instanceof UnreadableSourceError) throw error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EEXIST' || code === 'ENOTDIR' || code === 'EISDIR')
    throw new UnreadableSourceError('The archive has two entries of one name. Pack it again.')
  if (/^E[A-Z]+$/.test(code)) throw error
  throw new UnreadableSourceError('This is not a complete zip file, or it has unsafe file names. Export it again.')
}

/** yauzl rejects absolute paths, `..` and backslashes itself. */
function checkedName(name: string): string {
  const isSafe = !name.includes('\0') && name.split('/').every((part) => part !== '..' && part !== '.')
  if (!isSafe || name.startsWith('/') || name.includes('\\'))
    throw new UnreadableSourceError('The archive has unsafe file names, so nothing of it was unpacked. Pack it again.')
  return name
}

const UNIX = 3
const FILE_TYPE = 0o170000
const REGULAR = 0o100000
const ENCRYPTED = 1
/** Files of these names cannot be copied to Windows. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const NAME_MAX_BYTES = 255

/** `file`, or why an entry is left out. */
function kindOf({ versionMadeBy, externalFileAttributes, generalPurposeBitFlag }: Entry, name: string): string {
  const type = versionMadeBy >> 8 === UNIX ? (externalFileAttributes >>> 16) & FILE_TYPE : 0
  if (type !== 0 && type !== REGULAR) return 'links and devices'
  if (generalPurposeBitFlag & ENCRYPTED) return 'encrypted files'
  const parts = name.split('/')
  if (parts.some((part) => DEVICE_NAME.test(part))) return 'files with names of devices'
  if (parts.some((part) => Buffer.byteLength(part) > NAME_MAX_BYTES)) return 'files with names that are too long'
  return 'file'
}

type Budget = { bytes: number; reason: string }

async function unpackEntry(zip: ZipFile, entry: Entry, path: string, budget: Budget): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const counted = new Transform({
    transform(chunk: Uint8Array, _, done) {
      budget.bytes -= chunk.length
      if (budget.bytes < 0) done(new UnreadableSourceError(budget.reason))
      else done(null, chunk)
    },
  })
  await pipeline(await zip.openReadStreamPromise(entry), counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
}
