import { lstatSync } from 'node:fs'
import { join } from 'node:path'

/** Shows that a file has changed, without reading it. */
export type FileSignature = { text: string; changedMs: number }
/** By path inside a folder. Missing files have no entry. */
export type FileSignatures = ReadonlyMap<string, FileSignature>

/** Ten thousand files take 25 ms, so other work runs in between. */
const BATCH = 500

/** Returns the signatures of these files. Never throws: a file that cannot be examined has a signature that says so. */
export async function statFiles(folder: string, files: readonly string[]): Promise<FileSignatures> {
  const signatures = new Map<string, FileSignature>()
  for (const [index, file] of files.entries()) {
    const signature = signatureOf(join(folder, file))
    if (signature) signatures.set(file, signature)
    if (index % BATCH === BATCH - 1) await new Promise(setImmediate)
  }
  return signatures
}

function signatureOf(path: string): FileSignature | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (!stats) return undefined
    const { mtimeMs, ctimeMs, size, ino } = stats
    return { text: `${mtimeMs} ${ctimeMs} ${size} ${ino}`, changedMs: ctimeMs }
  } catch (error) {
    return { text: String(error), changedMs: 0 }
  }
}

/** Returns the files that exist in only one of the two, or have another signature. */
export function differences(before: FileSignatures, after: FileSignatures): string[] {
  const files: string[] = []
  for (const file of before.keys()) if (!after.has(file)) files.push(file)
  for (const [file, { text }] of after) if (before.get(file)?.text !== text) files.push(file)
  return files
}
