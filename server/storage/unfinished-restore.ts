import { dirname, join, resolve } from 'node:path'
import * as v from 'valibot'
import { OperatorError } from '#server/lib/errors.ts'
import { readText, unlessMissing } from './files.ts'

/** In each folder that a restore replaces: what it is about to put there (`new`), what was there before (`old`), its journal. */
export const RESTORING = '.restoring'

/**
 * `extracting`: nothing is replaced. `database`: its records may be. `ready`: all is extracted and verified. `replacing`: files
 * are moved.
 */
const phases = ['extracting', 'database', 'ready', 'replacing'] as const

/** A rename; both paths with a byte as a character, because names may be no UTF-8. */
const MoveSchema = v.object({ from: v.string(), to: v.string(), puts: v.picklist(['old', 'new']) })
export type Move = v.InferOutput<typeof MoveSchema>

const RestoreSchema = v.object({
  phase: v.picklist(phases),
  /** When the backup was made. */
  made: v.string(),
  /** The folder of private files, whose journal counts. The others have a copy of its first state. */
  private: v.string(),
  public: v.string(),
  /** All folders that are replaced, the private one last. */
  roots: v.array(v.string()),
  /** Whether a database takes the records. */
  inDatabase: v.boolean(),
  moves: v.array(MoveSchema),
})
export type Restore = v.InferOutput<typeof RestoreSchema>

export const journalIn = (folder: string): string => join(folder, RESTORING, 'journal.json')

/** Reads the journal of the restore that left something in this folder; `undefined`: none did. Throws file system errors. */
export async function readRestore(folder: string): Promise<Restore | undefined> {
  const text = await readText(journalIn(folder)).catch(unlessMissing)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), RestoreSchema), text)
  if (!parsed.success) return
  const { output } = parsed
  return output.private === resolve(folder) ? output : await readRestore(output.private)
}

/** Whether what was there before can come back. A database has no copy of it. */
export const isUndoable = ({ phase, inDatabase }: Restore): boolean =>
  !(inDatabase && (phase === 'ready' || phase === 'replacing'))

/** What an operator has to do. */
export function restoreSentence(restore: Restore): string {
  const { phase, made, inDatabase, private: folder } = restore
  const finish = `${inDatabase ? 'with DATABASE_URL, ' : ''}\`bun run restore --finish=${folder}\``
  const undo = `\`bun run restore --undo=${folder}\``
  const begin = `The restore of the backup of ${made} was interrupted`
  if (phase === 'extracting')
    return `${begin} before it replaced anything. Undo it: ${undo}. Or run the same restore once more.`
  if (!isUndoable(restore)) return `${begin} after it replaced the records of the database. Finish it: ${finish}.`
  return `${begin}. Finish it: ${finish}. Or bring back what was there before: ${undo}.`
}

type Places = { contentDir?: string; storageDir?: string | undefined; privateDir?: string | undefined }

/**
 * Throws `OperatorError` where a restore into the folders of the site was interrupted: the site would be half of two, or a new
 * one.
 */
export async function rejectUnfinishedRestore({ contentDir, storageDir, privateDir }: Places): Promise<void> {
  const folders = [privateDir, contentDir, storageDir && join(storageDir, 'public')].filter((one) => one !== undefined)
  // A checkout is replaced as a whole.
  for (const folder of new Set(folders.flatMap((one) => withParents(resolve(one))))) {
    const restore = await readRestore(folder).catch(() => undefined)
    if (restore) throw new OperatorError(restoreSentence(restore))
  }
}

const withParents = (folder: string): string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...withParents(dirname(folder))]
