import { lstatSync } from 'node:fs'
import { join } from 'node:path'

/** What tells, without reading it, that a file is another one than before. */
export type Stamp = { text: string; changedMs: number }
/** Path inside a folder → its stamp. Files that are not there are not in it. */
export type Stamps = ReadonlyMap<string, Stamp>

/** Ten thousand files take 25 ms: others get their turn in between. */
const AT_ONCE = 500

/** The stamps of these files at this moment. Never throws: a file that cannot even be looked at has a stamp that says so. */
export async function statFiles(folder: string, files: readonly string[]): Promise<Stamps> {
  const stamps = new Map<string, Stamp>()
  for (const [index, file] of files.entries()) {
    const stamp = stampOf(join(folder, file))
    if (stamp) stamps.set(file, stamp)
    if (index % AT_ONCE === AT_ONCE - 1) await new Promise(setImmediate)
  }
  return stamps
}

function stampOf(path: string): Stamp | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (!found) return undefined
    const { mtimeMs, ctimeMs, size, ino } = found
    return { text: `${mtimeMs} ${ctimeMs} ${size} ${ino}`, changedMs: ctimeMs }
  } catch (error) {
    return { text: String(error), changedMs: 0 }
  }
}

/** Files that are there in only one of the two, or with another stamp. */
export function differences(before: Stamps, after: Stamps): string[] {
  const files: string[] = []
  for (const file of before.keys()) if (!after.has(file)) files.push(file)
  for (const [file, { text }] of after) if (before.get(file)?.text !== text) files.push(file)
  return files
}
