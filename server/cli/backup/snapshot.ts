import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '#server/lib/errors.ts'
import { differences, isTemporary, readBytes, statFiles, unlessMissing } from '#server/storage/files.ts'
import { endOfLines } from '#server/storage/read-log.ts'
import type { Pieces } from './archive.ts'

/** Derived files, files of the running process, backups, and what would give access: sessions, the key of shell commands. */
const LEFT_OUT =
  /^(?:html|sources|backups|moved-[^/]*|commit-queue|imports\/(?:work|journal))\/|^imports\/(?:process\.lock|server\.json)$|^server\.json$|^cache-v\d+\.sqlite|^(?:process|admin|audit|sessions)\.lock$|^sessions\.json$|^command\.key$/

/** Lists all regular files below a folder by relative path, sorted, without links, temporary files and `.git`. */
export async function filesBelow(folder: string, below = ''): Promise<string[]> {
  const entries = (await readdir(join(folder, below), { withFileTypes: true }).catch(unlessMissing)) ?? []
  const found = entries.map(async (entry) => {
    const path = join(below, entry.name)
    if (entry.isDirectory()) return entry.name === '.git' ? [] : filesBelow(folder, path)
    return entry.isFile() && !isTemporary(entry.name) ? [path] : []
  })
  return (await Promise.all(found)).flat().sort()
}

/** The files of `storage/private` that a backup contains: logs, and small files that are replaced as a whole. */
async function privateFiles(privateDir: string) {
  const files = (await filesBelow(privateDir)).filter((path) => !LEFT_OUT.test(path))
  const isLog = (path: string) => path.endsWith('.jsonl')
  return { logs: files.filter(isLog), small: files.filter((path) => !isLog(path)) }
}

/** `path` is relative to the folder of private files. */
export type OpenedLog = { path: string; size: number; pieces(): Pieces; close(): Promise<void> }

/** Events follow the lead that they refer to, so their log is cut first. */
const FIRST = 'lead-events.jsonl'

/**
 * Opens the logs at one moment, each up to its last whole line. Logs only grow, and a rewrite replaces the file, so an open
 * log stays readable as it was.
 */
export async function openLogs(privateDir: string, isElsewhere: (path: string) => boolean): Promise<OpenedLog[]> {
  const logs = (await privateFiles(privateDir)).logs.filter((path) => !isElsewhere(path))
  const opened: OpenedLog[] = []
  for (const path of logs.toSorted((one, other) => Number(other === FIRST) - Number(one === FIRST))) {
    const file = await open(join(privateDir, path))
    const size = await endOfLines(file)
    const pieces = () => (size === 0 ? [] : file.createReadStream({ end: size - 1, autoClose: false }))
    opened.push({ path, size, pieces, close: () => file.close() })
  }
  return opened
}

const TRIES = 200
const WAIT_MS = 25

type Folders = { contentDir: string; privateDir: string; headOf(): Promise<string | undefined> }
/** The bytes of files by path below their folder. */
type Files = ReadonlyMap<string, Uint8Array>
type Snapshot = { content: Files; private: Files; head: string | undefined }

/**
 * Reads the content, the small private files and the current commit as of one moment, while they may be written: reads all
 * again until names, times and sizes stay the same. Each file is whole because writers replace files atomically. Waits a
 * few seconds for saves to be committed. Throws `OperatorError` when files change all the time.
 */
export async function readSnapshot({ contentDir, privateDir, headOf }: Folders): Promise<Snapshot> {
  const examine = async () => {
    const content = await statFiles(contentDir, await filesBelow(contentDir))
    const small = await statFiles(privateDir, (await privateFiles(privateDir)).small)
    return { content, small, head: await headOf() }
  }
  // A change in this journal is in progress, or waits for its commit, in which its bytes would be missing.
  const isIdle = async () => (await filesBelow(join(privateDir, 'commit-queue'))).length === 0
  for (let attempt = 0; attempt < TRIES; attempt++, await Bun.sleep(WAIT_MS)) {
    const waitsForCommits = attempt < TRIES / 2
    if (waitsForCommits && !(await isIdle())) continue
    const before = await examine()
    const content = await readAll(contentDir, before.content.keys())
    const small = await readAll(privateDir, before.small.keys())
    const after = await examine()
    const changed = [...differences(before.content, after.content), ...differences(before.small, after.small)]
    if (changed.length > 0 || before.head !== after.head || (waitsForCommits && !(await isIdle()))) continue
    return { content, private: small, head: before.head }
  }
  throw new OperatorError('The content changes faster than it can be read. Please try again.')
}

async function readAll(folder: string, files: Iterable<string>): Promise<Files> {
  const found = new Map<string, Uint8Array>()
  for (const file of files) {
    const bytes = await readBytes(join(folder, file)).catch(unlessMissing)
    if (bytes) found.set(file, bytes)
  }
  return found
}
