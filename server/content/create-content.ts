import { stat } from 'node:fs/promises'
import type { Disk } from '#server/files/disk.ts'
import { oneAtATime } from '#server/files/one-at-a-time.ts'
import type { Log } from '#server/http/log.ts'
import { StorageFailed } from '#server/http/refusals.ts'
import { BadFile } from './bad-file.ts'
import { buildSnapshot } from './build-snapshot.ts'
import type { ChangePlan, Content, FileChange } from './content.ts'
import { type ContentFolder, createContentFolder } from './content-folder.ts'
import { ContentUnusable } from './content-unusable.ts'
import { fileText } from './file-text.ts'
import { type Filed, readAll, readOne } from './files.ts'
import { type Problem, problemLine } from './problem.ts'
import { ContentGone, ContentRefused } from './refusals.ts'
import type { Snapshot } from './snapshot.ts'
import { type Next, withChanges } from './with-changes.ts'

export type ContentDeps = { dir: string; log: Log; disk?: Disk }
type Listener = Parameters<Content['onChange']>[0]

/** Content that can also be told that files changed on the disk without it. */
export type DiskContent = Content & {
  /** Reads these files again and swaps. A file that broke keeps what it last held; the problem is in the snapshot. */
  reload(files: readonly string[]): Promise<Snapshot>
}

/**
 * Reads the content folder and keeps what it says, bodies aside. Throws `ContentUnusable`, with a sentence for whoever
 * starts the server, where the folder, `site.yml` or `plans.yml` is missing or broken.
 */
export async function createContent({ dir, log, disk }: ContentDeps): Promise<DiskContent> {
  const folder = createContentFolder(dir, disk)
  const alone = oneAtATime()
  const listeners: Listener[] = []
  let current = await firstLook(dir, folder, log)
  const read = (file: string) => readText(folder, file)

  async function apply(plan: ChangePlan): Promise<Snapshot> {
    const changes = deletesLast(await planned(plan, current.snapshot, read))
    const next = withChanges(dir, current.files, changes)
    try {
      for (const { file, text } of changes) await folder.store(file, text)
    } catch (error) {
      log.error('content not stored', { files: changes.map(({ file }) => file), reason: String(error) })
      await swap(fromDisk(changes.map(({ file }) => file)))
      throw new StorageFailed(error)
    }
    return swap(next)
  }

  function fromDisk(names: readonly string[]): Next {
    const files = new Map(current.files)
    for (const file of names) {
      const before = files.get(file)
      const found = readAgain(dir, folder, file, before)
      if (found) files.set(file, { ...found, holds: found.holds ?? before?.holds })
      else files.delete(file)
    }
    return { files, snapshot: buildSnapshot(dir, files) }
  }

  /** What failed to be told cannot undo what is stored. */
  async function swap(next: Next): Promise<Snapshot> {
    const before = current.snapshot
    current = next
    for (const listener of listeners) {
      try {
        await listener(before, next.snapshot)
      } catch (error) {
        log.error('content listener failed', { reason: error instanceof Error ? error.stack : String(error) })
      }
    }
    return next.snapshot
  }

  return {
    snapshot: () => current.snapshot,
    read,
    change: (plan) => alone(() => apply(plan)),
    reload: (files) =>
      alone(async () => {
        const known = new Set(current.snapshot.problems.map(problemLine))
        const next = fromDisk(files)
        logProblems(
          next.snapshot.problems.filter((one) => !known.has(problemLine(one))),
          log,
        )
        return swap(next)
      }),
    onChange: (listener) => void listeners.push(listener),
  }
}

/** Where the disk fails, what was known stays. */
function readAgain(dir: string, folder: ContentFolder, file: string, before: Filed | undefined): Filed | undefined {
  try {
    return readOne(dir, folder, file)
  } catch {
    return before
  }
}

async function firstLook(dir: string, folder: ContentFolder, log: Log): Promise<Next> {
  const found = await stat(dir).catch(() => undefined)
  if (!found?.isDirectory()) throw new ContentUnusable(`${dir}: there is no such content folder`)
  await folder.tidy()
  const files = await readAll(dir, folder)
  const snapshot = buildSnapshot(dir, files)
  logProblems(snapshot.problems, log)
  return { files, snapshot }
}

function logProblems(problems: readonly Problem[], log: Log): void {
  for (const one of problems) log.warn('content problem', { problem: problemLine(one), severity: one.severity })
}

async function readText(folder: ContentFolder, file: string): Promise<string> {
  try {
    const bytes = await folder.read(file)
    if (bytes) return fileText(bytes)
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
  }
  throw new ContentGone()
}

/** A plan that meets a file it cannot edit is refused like one that would write such a file. */
async function planned(plan: ChangePlan, now: Snapshot, read: (file: string) => Promise<string>) {
  try {
    return await plan(now, read)
  } catch (error) {
    throw error instanceof BadFile ? new ContentRefused('Nothing was saved: a file could not be edited.') : error
  }
}

/** A crash in between may leave something twice, never something that others still name and is gone. */
const deletesLast = (changes: readonly FileChange[]) =>
  changes.toSorted((one, other) => Number(one.text === null) - Number(other.text === null))
