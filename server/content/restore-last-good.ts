import { type Decoded, decodeFile } from './decode-file.ts'
import { ContentFileError } from './file-error.ts'
import type { Filed, Files } from './loaded-files.ts'
import type { Sources } from './version-store.ts'

/** These files; the bad ones with what they held when they were last good, where that is remembered. */
export async function restoreLastGood(files: Files, sources: Sources): Promise<Files> {
  const bad = [...files].filter(([, filed]) => isBad(filed))
  if (bad.length === 0) return files
  const revisions = await sources.lastGood()
  const next = new Map(files)
  for (const [file, { problems }] of bad) {
    next.set(file, { holds: await lastHeld(file, revisions.get(file), sources), problems })
  }
  return next
}

const isBad = ({ holds, problems }: Filed) => !holds && problems.some(({ severity }) => severity === 'error')

/** What was good once may be bad to us: then it is left out. */
async function lastHeld(file: string, revision: string | undefined, sources: Sources): Promise<Decoded | undefined> {
  const bytes = revision === undefined ? undefined : await sources.bytes(revision)
  try {
    return bytes && decodeFile(file, bytes)
  } catch (error) {
    if (!(error instanceof ContentFileError)) throw error
    return undefined
  }
}
