import { readFileRecords } from '#server/cli/move/file-records.ts'
import { readCopies, readTexts } from '#server/cli/move/stored-values.ts'
import { logNames } from '#server/database/log-states.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { createFileStore } from '#server/storage/file-store.ts'
import { memberOf } from './archive.ts'
import { BUNDLE, type Manifest } from './manifest.ts'
import { stagedPath, type Targets, targetOf } from './staging.ts'

/** Reads what was extracted. Throws `OperatorError` where a file is not what it was. */
export async function verifyStaged({ members, committed }: Manifest, targets: Targets, roots: readonly string[]) {
  for (const { path, sha256 } of [...members, ...committed].filter((one) => one.path !== BUNDLE)) {
    const file = Bun.file(stagedPath(targetOf(path, targets), roots))
    const found = await memberOf(path, file.stream()).catch(() => undefined)
    if (found?.sha256 !== sha256)
      throw new OperatorError(
        `${path} is not what it was: the disk or its file system cannot hold it, or the backup is not whole.`,
      )
  }
}

/** Throws `OperatorError` for records that a database would reject after others were replaced. */
export async function verifyRecords(privateDir: string, roots: readonly string[]): Promise<void> {
  const folder = stagedPath(privateDir, roots)
  for (const log of logNames) await Array.fromAsync(readFileRecords(folder, log), (lines) => lines.length)
  const store = createFileStore(folder)
  await readTexts(store)
  await readCopies(store)
}
