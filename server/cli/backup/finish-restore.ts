import { copyToDatabase, isCopied, removeRecordFiles } from '#server/cli/move/move-records.ts'
import { copyImagesToDatabase } from '#server/cli/move/unsaved-images.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { DomainError, OperatorError } from '#server/lib/errors.ts'
import { acquireProcessLock } from '#server/storage/locks.ts'
import { isUndoable, type Restore, readRestore, restoreSentence } from '#server/storage/unfinished-restore.ts'
import { stagedPath } from './staging.ts'
import { doMoves, endJournal, planMoves, removeLeftovers, undoMoves, writeJournal } from './swap.ts'

type FinishOptions = { database: SiteDatabase | undefined; progress(line: string): void }

/**
 * Replaces the existing files by the extracted ones, from any phase on: each may be repeated. An error rolls back to the
 * previous files. Throws `OperatorError`.
 */
export async function finishRestore(restore: Restore, { database, progress }: FinishOptions): Promise<void> {
  let now = restore
  const enter = async (next: Restore) => {
    await writeJournal(next)
    now = next
  }
  const records = stagedPath(restore.private, restore.roots)
  try {
    if (now.phase === 'database') {
      if (!database) throw new OperatorError('Set DATABASE_URL to the database that takes the records.')
      for (const line of await copyToDatabase(database, records, { replace: true })) progress(`database: ${line}`)
      const publicDir = stagedPath(restore.public, restore.roots)
      progress(`database: ${await copyImagesToDatabase({ ...database, publicDir })}`)
      await enter({ ...now, phase: 'ready' })
    }
    if (now.phase === 'ready') {
      if (now.inDatabase) await removeRecordFiles(records)
      await enter({ ...now, phase: 'replacing', moves: await planMoves(now) })
    }
    await doMoves(now.moves)
    await endJournal(now)
  } catch (error) {
    await undoAfter(error, now, database)
  }
  await removeLeftovers(restore.roots)
}

/** Brings back what was there before. Throws `OperatorError` where a database has no copy of it, and file system errors. */
export async function undoRestore(restore: Restore, database: SiteDatabase | undefined): Promise<void> {
  const { phase, moves, private: privateDir, roots } = restore
  if (!isUndoable(restore)) throw new OperatorError(restoreSentence(restore))
  if (phase === 'database') {
    if (!database) throw new OperatorError('Set DATABASE_URL to the database that takes the records.')
    if (await isCopied(database, stagedPath(privateDir, roots)))
      throw new OperatorError(restoreSentence({ ...restore, phase: 'ready' }))
  }
  await undoMoves(moves)
  await endJournal(restore)
  await removeLeftovers(roots)
}

/** Finishes or undoes an interrupted restore. `folder`: of private files. Throws like both. */
export async function endRestore(folder: string, { isUndone, ...options }: FinishOptions & { isUndone: boolean }) {
  const found = await readRestore(folder)
  if (!found) throw new OperatorError(`No restore was interrupted in ${folder}.`)
  const lock = await acquireProcessLock(found.private)
  try {
    // Another process may have finished it.
    const restore = await readRestore(folder)
    if (!restore) throw new OperatorError(`No restore was interrupted in ${folder}.`)
    if (!isUndone && restore.phase === 'extracting') throw new OperatorError(restoreSentence(restore))
    if (isUndone) await undoRestore(restore, options.database)
    else await finishRestore(restore, options)
    options.progress(isUndone ? 'The restore is undone: what was there before is back.' : 'The restore is finished.')
  } finally {
    await lock.release()
  }
}

/** Throws `OperatorError` with the reason, and with what is to be done where the folders are not as before. */
export async function undoAfter(error: unknown, restore: Restore, database: SiteDatabase | undefined): Promise<never> {
  const isUndone = await undoRestore(restore, database).then(
    () => true,
    () => false,
  )
  const rest = isUndone ? UNCHANGED : restoreSentence(restore)
  throw new OperatorError(`${reasonOf(error)} ${rest}`)
}

/** For errors before anything was done. Throws `OperatorError`. */
export function throwUnchanged(error: unknown): never {
  throw error instanceof OperatorError ? error : new OperatorError(`${reasonOf(error)} ${UNCHANGED}`)
}

const UNCHANGED = 'What was there before is unchanged.'

function reasonOf(error: unknown): string {
  if (error instanceof OperatorError || error instanceof DomainError) return error.message
  if (!(error instanceof Error && 'code' in error)) throw error
  return /^(?:ENOSPC|EDQUOT)$/.test(String(error.code))
    ? 'There is no space left on the disk.'
    : `The disk failed (${error.code}).`
}
