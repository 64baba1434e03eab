import { basename, sep } from 'node:path'
import { windowsProblem } from '#server/text/scan/make-id.ts'

type Found = { name: string; reason: string }

/** The paths of files and folders that Windows cannot check out, each with the reason. Those of git and other hidden ones are no content. */
export function namesForWindows(paths: readonly string[]): Found[] {
  const found: Found[] = []
  /** By the path as Windows and macOS compare it. */
  const first = new Map<string, string>()
  for (const name of paths.toSorted()) {
    if (name.split(sep).some((part) => part.startsWith('.'))) continue
    const problem = windowsProblem(basename(name))
    const key = name.normalize('NFC').toLowerCase()
    const other = first.get(key)
    first.set(key, other ?? name)
    if (problem) found.push({ name, reason: `${problem}: rename it, and git can check it out there` })
    else if (other !== undefined)
      found.push({ name, reason: `${other} differs by case only: Windows and macOS check out one of both. Rename one` })
  }
  return found
}
