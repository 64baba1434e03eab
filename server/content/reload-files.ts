import type { Next } from './apply-changes.ts'
import { buildSnapshot } from './build-snapshot.ts'
import type { ContentFolder } from './content-folder.ts'
import { contentFolders, revisionIn } from './decode-file.ts'
import { type Filed, problem, type ReadWell, readOne, WHOLE, wrongFolder } from './loaded-files.ts'
import { nextSnapshot } from './next-snapshot.ts'

type OnDisk = { dir: string; folder: ContentFolder; readWell?: ReadWell | undefined }

/** Fifty files take some 5 ms: visitors get their turn in between. */
const AT_ONCE = 50

/**
 * All content once these files are read again; a file that broke keeps what it last held. The very same where every one
 * of them says what it said: a touched file is no change.
 */
export async function readAgain(disk: OnDisk, now: Next, names: readonly string[]): Promise<Next> {
  const files = new Map(now.files)
  const changed = files.delete(WHOLE) ? [WHOLE] : []
  for (const [index, file] of names.filter((name) => name !== WHOLE).entries()) {
    const before = files.get(file)
    const found = await find(disk, file, before)
    if (!isSame(before, found)) {
      changed.push(file)
      if (found) files.set(file, { ...found, holds: found.holds ?? before?.holds })
      else files.delete(file)
    }
    if (index % AT_ONCE === AT_ONCE - 1) await new Promise(setImmediate)
  }
  return changed.length > 0 ? { files, snapshot: nextSnapshot(disk.dir, now, files, changed) } : now
}

/** All content as it was, with this problem of the folder as a whole. */
export function withoutFolder(dir: string, now: Next, reason: string): Next {
  const lost: Filed = { holds: undefined, problems: [problem(dir, WHOLE, reason, 'error')] }
  if (isSame(now.files.get(WHOLE), lost)) return now
  const files = new Map(now.files).set(WHOLE, lost)
  return { files, snapshot: buildSnapshot(dir, files) }
}

async function find({ dir, folder, readWell }: OnDisk, file: string, before?: Filed): Promise<Filed | undefined> {
  if (!contentFolders.has(file)) return readOne(dir, folder, file, { before, readWell })
  return (await folder.wrongFolders()).includes(file) ? wrongFolder(dir, file) : undefined
}

function isSame(before: Filed | undefined, found: Filed | undefined): boolean {
  if (!before || !found || before === found) return before === found
  if (!Bun.deepEquals(before.problems, found.problems)) return false
  return !found.holds || (before.holds !== undefined && revisionIn(before.holds) === revisionIn(found.holds))
}
