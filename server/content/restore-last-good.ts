import type { LoadedFile, LoadedFiles } from './build-snapshot.ts'
import { type Decoded, decodeFile } from './decode-file.ts'
import { ContentFileError } from './errors.ts'
import type { Sources } from './version-store.ts'

/** These files; the bad ones with what they held when they were last good, where that is remembered. */
export async function restoreLastGood(files: LoadedFiles, sources: Sources): Promise<LoadedFiles> {
  const bad = [...files].filter(([, filed]) => isBad(filed))
  if (bad.length === 0) return files
  const revisions = await sources.lastGood()
  const next = new Map(files)
  for (const [file, { problems }] of bad) {
    next.set(file, { decoded: await lastHeld(file, revisions.get(file), sources), problems })
  }
  return next
}

const isBad = ({ decoded, problems }: LoadedFile) => !decoded && problems.some(({ severity }) => severity === 'error')

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
