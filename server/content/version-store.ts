import { readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#server/http/log.ts'
import { realDisk } from '#server/storage/disk.ts'
import { createFailureLog } from '#server/storage/failure-log.ts'
import { readBytes, readText } from '#server/storage/read-file.ts'
import { replaceUnsynced } from '#server/storage/replace-file.ts'
import { revisionOf } from './decode-file.ts'
import { fileText } from './file-text.ts'

/** A text that no file holds any more is kept for this long after it was last live: an editor may have begun from it. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000
/** One line for each file: its revision, a space, its path. */
const LAST_GOOD = 'last-good.txt'
/** What `revisionOf` gives. */
const REVISION = /^[0-9a-f]{32}$/
const FOLDERS = /^[0-9a-f]{2}$/

export type Sources = ReturnType<typeof createSources>

/**
 * Content files as they were when they were good, by their revision, and which revision each file was last good with.
 * For a bad file, and for an editor who began from an older one. Nothing here throws: without a disk there is no memory.
 * Not synced: what a power cut tears is not believed, because its bytes no longer have the name's hash.
 */
export function createSources(dir: string, log?: Log) {
  const failures = createFailureLog(log, 'content sources')
  const fileFor = (revision: string) => join(dir, revision.slice(0, 2), revision.slice(2))

  /** Whether it is kept now; `false` where the disk does not take it. */
  async function keep(revision: string, bytes: Uint8Array): Promise<boolean> {
    const path = fileFor(revision)
    const there = await stat(path).catch(() => undefined)
    if (there?.size === bytes.length) return true
    return write(path, bytes)
  }

  async function write(path: string, data: string | Uint8Array): Promise<boolean> {
    try {
      await replaceUnsynced(path, data)
      failures.succeeded()
      return true
    } catch (error) {
      failures.failed(error)
      return false
    }
  }

  /** The bytes with this revision, as they were. What is no revision leads nowhere: it may come from a request. */
  async function bytes(revision: string): Promise<Uint8Array | undefined> {
    if (!REVISION.test(revision)) return undefined
    const found = await readBytes(fileFor(revision)).catch(() => undefined)
    return found && revisionOf(found) === revision ? found : undefined
  }

  /** The text with this revision, byte order mark included. */
  async function read(revision: string): Promise<string | undefined> {
    const found = await bytes(revision)
    return found && fileText(found)
  }

  /** The revisions that are kept. */
  async function kept(): Promise<Set<string>> {
    const folders = (await readdir(dir).catch(() => [])).filter((name) => FOLDERS.test(name))
    const names = await Promise.all(
      folders.map(async (folder) => (await readdir(join(dir, folder)).catch(() => [])).map((name) => folder + name)),
    )
    return new Set(names.flat())
  }

  /** From now on it is kept for thirty days, and no longer. */
  async function retire(revision: string, now = new Date()): Promise<void> {
    await utimes(fileFor(revision), now, now).catch(() => {})
  }

  /** Deletes what is neither one of these revisions nor younger than thirty days. */
  async function prune(named: ReadonlySet<string>, now = Date.now()): Promise<void> {
    for (const revision of await kept()) {
      if (named.has(revision)) continue
      const found = await stat(fileFor(revision)).catch(() => undefined)
      if (found && now - found.mtimeMs > RETENTION_MS) await realDisk.unlink(fileFor(revision)).catch(() => {})
    }
  }

  /** Path inside the content folder → the revision that it was last good with. */
  async function lastGood(): Promise<ReadonlyMap<string, string>> {
    const lines = (await readText(join(dir, LAST_GOOD)).catch(() => '')).split('\n')
    return new Map(lines.flatMap((line) => pairIn(line)))
  }

  /** Remembers it for the next start. */
  async function setLastGood(revisions: ReadonlyMap<string, string>): Promise<void> {
    const text = [...revisions].map(([file, revision]) => `${revision} ${file}\n`).join('')
    await write(join(dir, LAST_GOOD), text)
  }

  return { keep, read, bytes, kept, retire, prune, lastGood, setLastGood }
}

const REVISION_LENGTH = 32

function pairIn(line: string): [file: string, revision: string][] {
  const file = line.slice(REVISION_LENGTH + 1)
  return file === '' ? [] : [[file, line.slice(0, REVISION_LENGTH)]]
}
