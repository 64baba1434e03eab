import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isTemporary, readBytes } from '#server/storage/files.ts'
import { differences, type FileSignatures, statFiles } from '#server/storage/watch-folder.ts'
import { BackupError } from './manifest.ts'

/** Derived files, files of the running process, and backups. */
const LEFT_OUT =
  /^(?:html|sources|backups|commit-queue)\/|^server\.json$|^cache-v\d+\.sqlite|^(?:process|admin|audit)\.lock$/
const LOG = /\.jsonl$/

export const isLog = (path: string) => LOG.test(path)
export const isIncluded = (path: string) => !LEFT_OUT.test(path)

/** Lists all regular files below a folder by relative path, sorted, without links and temporary files. */
export async function filesBelow(folder: string, below = ''): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found = entries.map(async (entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) return entry.name === '.git' ? [] : filesBelow(folder, path)
    return entry.isFile() && !isTemporary(entry.name) ? [path] : []
  })
  return (await Promise.all(found)).flat().sort()
}

const CHUNK_BYTES = 256 * 1024
const NEWLINE = 10
/** Events follow the lead that they refer to, so their log is cut first. */
const FIRST = 'lead-events.jsonl'

type OpenLog = { path: string; size: number; pieces(): AsyncGenerator<Uint8Array>; close(): Promise<void> }

/**
 * Opens the logs of a folder at one moment, each up to its last whole line. Logs only grow, and a rewrite replaces the
 * file, so an open log stays readable as it was.
 */
export async function logsNow(folder: string, paths: readonly string[]): Promise<OpenLog[]> {
  const ordered = paths.toSorted((one, other) => Number(other === FIRST) - Number(one === FIRST))
  const opened: { path: string; handle: FileHandle; size: number }[] = []
  for (const path of ordered) {
    const handle = await open(join(folder, path), 'r')
    opened.push({ path, handle, size: (await handle.stat()).size })
  }
  return Promise.all(
    opened.map(async ({ path, handle, size }) => {
      const end = await endOfLines(handle, size)
      return { path, size: end, pieces: () => piecesOf(handle, end), close: () => handle.close() }
    }),
  )
}

async function endOfLines(handle: FileHandle, size: number): Promise<number> {
  for (let end = size; end > 0; end -= CHUNK_BYTES) {
    const start = Math.max(0, end - CHUNK_BYTES)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start)
    const at = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE)
    if (at !== -1) return start + at + 1
  }
  return 0
}

async function* piecesOf(handle: FileHandle, end: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < end; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(CHUNK_BYTES), 0, Math.min(CHUNK_BYTES, end - at), at)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}

export type Group = { folder: string; list(): Promise<string[]> }
type Options = {
  /** Must not change while files are read: the current commit. */
  mark(): Promise<string>
  /** Whether no change is in progress. The wait for this is limited. */
  isQuiet(): Promise<boolean>
}

const TRIES = 200
const WAIT_MS = 25

/**
 * Reads all files of some groups as of one moment, while they may be written: changed files are read again until names,
 * times and sizes stay the same. Each file is whole because writers replace files atomically. Throws `BackupError` when
 * files change all the time.
 */
export async function readConsistently(groups: readonly Group[], { mark, isQuiet }: Options) {
  const held = groups.map(() => new Map<string, Uint8Array>())
  let before = await statGroups(groups)
  let changed = before.map((stamps) => [...stamps.keys()])
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const marked = await mark()
    for (const [n, { folder }] of groups.entries()) await readAll(folder, changed[n] ?? [], held[n] ?? new Map())
    const after = await statGroups(groups)
    const differ = after.map((stamps, n) => differences(before[n] ?? new Map(), stamps))
    const rests = differ.every((files) => files.length === 0) && marked === (await mark())
    if (rests && ((await isQuiet()) || attempt > TRIES / 2)) return { held, marked }
    before = after
    changed = differ
    await Bun.sleep(WAIT_MS)
  }
  throw new BackupError('The content changes faster than it can be read. Please try again.')
}

const statGroups = (groups: readonly Group[]): Promise<FileSignatures[]> =>
  Promise.all(groups.map(async ({ folder, list }) => statFiles(folder, await list())))

async function readAll(folder: string, files: readonly string[], held: Map<string, Uint8Array>): Promise<void> {
  for (const file of files) {
    const bytes = await readBytes(join(folder, file)).catch((error) => {
      if (error.code !== 'ENOENT') throw error
    })
    if (bytes) held.set(file, bytes)
    else held.delete(file)
  }
}
