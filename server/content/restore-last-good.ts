import type { LoadedFile, LoadedFiles } from './build-snapshot.ts'
import { isPictureFile } from './content-file.ts'
import { decodeFile, revisionOf } from './decode-file.ts'
import { ifValid } from './errors.ts'
import type { VersionStore } from './version-store.ts'

/** Reads content files as the current commit has them; files that it does not have are left out. Never rejects. */
export type ReadCommitted = (files: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>

/** Returns the files, invalid ones with their last valid version from the store or else from git, where there is one. */
export async function restoreLastGood(
  files: LoadedFiles,
  versions: VersionStore,
  readCommitted?: ReadCommitted,
): Promise<LoadedFiles> {
  const invalid = [...files].filter(([file, loaded]) => isInvalid(loaded) && !isPictureFile(file))
  if (invalid.length === 0) return files
  const next = new Map(files)
  const restore = (file: string, bytes: Uint8Array | undefined) => {
    // An earlier release may have accepted what this one rejects.
    const decoded = bytes && ifValid(() => decodeFile(file, bytes))
    if (decoded) next.set(file, { decoded, problems: files.get(file)?.problems ?? [] })
    return decoded !== undefined
  }
  const revisions = versions.lastGood()
  const missing = invalid
    .map(([file]) => file)
    .filter((file) => !restore(file, versions.bytes(revisions.get(file) ?? '')))
  if (missing.length === 0 || !readCommitted) return next
  for (const [file, bytes] of await readCommitted(missing)) {
    if (restore(file, bytes)) versions.setLastGood(file, revisionOf(bytes), bytes)
  }
  return next
}

const isInvalid = ({ decoded, problems }: LoadedFile) =>
  !decoded && problems.some(({ severity }) => severity === 'error')
