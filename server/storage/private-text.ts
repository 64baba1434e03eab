import { dirname } from 'node:path'
import { readPrivateFile, writePrivateFile } from './files.ts'
import { withFileLock } from './locks.ts'
import { backUpBeforeMigration, removeMigrationBackups } from './migration-backups.ts'

/** A small private text that several processes read and replace as a whole: a file, or a row of PostgreSQL. */
export type PrivateText = {
  /** What messages call it: the path of a file. */
  name: string
  /** `undefined`: there is none. Throws what the store throws. */
  read(): Promise<string | undefined>
  /** Runs `work` while no process can change the text. Throws what `work` and the store throw. */
  whileUnchanged<Result>(work: () => Promise<Result>): Promise<Result>
  /** Stores what `edit` returns, unless that is the text before. Throws what `edit` and the store throw. */
  change(edit: (before: string | undefined) => Promise<string | undefined>): Promise<void>
  /** Backs up the text as it was before a migration. Called in `change`. Throws what the store throws. */
  backUpBeforeMigration(text: string): Promise<void>
  /** Deletes the migration backups of all texts in this store. Throws what the store throws. */
  removeMigrationBackups(): Promise<void>
}

/** A JSON file of the private folder, with a lock file beside it. */
export function privateFile(path: string): PrivateText {
  const whileUnchanged = <Result>(work: () => Promise<Result>): Promise<Result> =>
    withFileLock(path.replace(/\.json$/, '.lock'), work)
  const read = () => readPrivateFile(path)
  return {
    name: path,
    read,
    whileUnchanged,
    backUpBeforeMigration: (text) => backUpBeforeMigration(path, text),
    removeMigrationBackups: () => removeMigrationBackups(dirname(path)),
    change: (edit) =>
      whileUnchanged(async () => {
        const before = await read()
        const after = await edit(before)
        if (after !== undefined && after !== before) await writePrivateFile(path, after)
      }),
  }
}
