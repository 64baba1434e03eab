import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SiteDatabase } from '#server/database/database.ts'
import { type LogName, logNames } from '#server/database/log-states.ts'
import { exportCopies } from '#server/database/stored-copies.ts'
import { exportTexts, type StoredText } from '#server/database/stored-texts.ts'
import { exportCursors, exportRecords, importRecords } from '#server/database/transfer.ts'
import { ConflictError, OperatorError } from '#server/lib/errors.ts'
import {
  ensurePrivateDir,
  realDisk,
  type Staged,
  stageFile,
  syncFolder,
  writePrivateFile,
} from '#server/storage/files.ts'
import { COPIES_FOLDER } from '#server/writing/working-copies.ts'
import { readFileCopies, sumOfCopies, writeFileCopies } from './file-copies.ts'
import { cursorPath, readFileCursors, readFileRecords, recordPaths, type Sum, sumOf } from './file-records.ts'
import { isSameText, readFileTexts, sumOfTexts, TEXT_NAMES, writeFileTexts } from './file-texts.ts'

type Connected = Pick<SiteDatabase, 'connection' | 'logOf'>

/** The records of a log in the database from a position on. */
async function* readStored({ logOf }: Connected, log: LogName, from: number) {
  const records = logOf(log)
  await records.refresh()
  for await (const lines of records.lines({ from, end: records.end() }))
    yield lines.map(({ bytes }) => ({ text: bytes.toString().trimEnd() }))
}

type Comparison = { inFiles: Sum; isSame: boolean }

/** Compares the records of a log in both stores. `start`: of the log in the database. */
async function compareLog(database: Connected, folder: string, log: LogName, start = 0): Promise<Comparison> {
  const [inFiles, stored] = await Promise.all([
    sumOf(readFileRecords(folder, log)),
    sumOf(readStored(database, log, start)),
  ])
  return { inFiles, isSame: inFiles.count === stored.count && inFiles.sha256 === stored.sha256 }
}

/** Returns a line for each log whose records are the same in both stores. Throws `OperatorError` if they differ. */
async function compare(database: Connected, folder: string, starts = new Map<LogName, number>()): Promise<string[]> {
  const lines: string[] = []
  for (const log of logNames) {
    const { inFiles, isSame } = await compareLog(database, folder, log, starts.get(log))
    if (!isSame) throw new OperatorError(`${log}: the copy differs from the original. The original is as it was.`)
    lines.push(`${log}: ${inFiles.count} records, sha256 ${inFiles.sha256.slice(0, 16)}`)
  }
  const { inFiles, isSame } = await compareTexts(database, folder)
  if (!isSame) throw new OperatorError('Accounts: the copy differs from the original. The original is as it was.')
  const copies = await compareCopies(database, folder)
  if (!copies.isSame)
    throw new OperatorError('Unsaved texts: the copy differs from the original. The original is as it was.')
  return [
    ...lines,
    `accounts and keys: ${inFiles.count} files, sha256 ${inFiles.sha256.slice(0, 16)}`,
    `unsaved texts: ${copies.inFiles.count} files, sha256 ${copies.inFiles.sha256.slice(0, 16)}`,
  ]
}

async function compareCopies({ connection }: Connected, folder: string): Promise<Comparison> {
  const inFiles = sumOfCopies(await readFileCopies(folder))
  const stored = sumOfCopies(await exportCopies(connection))
  return { inFiles, isSame: inFiles.count === stored.count && inFiles.sha256 === stored.sha256 }
}

/** Compares accounts, sessions and keys. */
async function compareTexts({ connection }: Connected, folder: string): Promise<Comparison> {
  const inFiles = sumOfTexts(await readFileTexts(folder))
  const stored = sumOfTexts(await exportTexts(connection, TEXT_NAMES))
  return { inFiles, isSame: inFiles.count === stored.count && inFiles.sha256 === stored.sha256 }
}

/** Whether the database has what is in files: an earlier run has ended before it moved all of them away. */
export async function isCopied(database: Connected, folder: string): Promise<boolean> {
  const compared = await Promise.all(logNames.map((log) => compareLog(database, folder, log)))
  const filled = compared.filter(({ inFiles }) => inFiles.count > 0)
  const texts = await readFileTexts(folder)
  const stored = await exportTexts(database.connection, TEXT_NAMES)
  const isKnown = (one: StoredText) => stored.some((other) => isSameText(one, other))
  return filled.length + texts.length > 0 && filled.every(({ isSame }) => isSame) && texts.every(isKnown)
}

/**
 * Copies the records of a folder of private files into the database in one transaction, and compares. Returns a line for
 * each log. `replace`: instead of what is in the database. Throws `OperatorError`, `StorageError`, file system errors.
 */
export async function copyToDatabase(database: Connected, folder: string, { replace = false } = {}): Promise<string[]> {
  const cursors = await readFileCursors(folder)
  const lines = (log: LogName) => readFileRecords(folder, log)
  const texts = await readFileTexts(folder)
  const copies = await readFileCopies(folder)
  try {
    await importRecords(database.connection, { lines, cursors, texts, copies, replace })
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error
    if (await isCopied(database, folder)) return ['The database has these records already.']
    throw new OperatorError(`${error.message} Nothing was copied.`)
  }
  return compare(database, folder)
}

/**
 * Copies the records of the database into files of a folder, and compares. Logs whose files have the same records already
 * stay. Throws like `copyToDatabase`, before it writes if files have other records.
 */
export async function copyToFiles(database: Connected, folder: string): Promise<string[]> {
  await ensurePrivateDir(folder)
  const exported = await exportRecords(database.connection)
  const missing: typeof exported = []
  for (const one of exported) {
    const { inFiles, isSame } = await compareLog(database, folder, one.log, one.start)
    if (inFiles.count === 0) missing.push(one)
    else if (!isSame) throw new OperatorError(`The files of ${one.log} have other records already. Nothing was copied.`)
  }
  const texts = await compareTexts(database, folder)
  if (texts.inFiles.count > 0 && !texts.isSame)
    throw new OperatorError('There are files with other accounts or keys already. Nothing was copied.')
  const copies = await compareCopies(database, folder)
  if (copies.inFiles.count > 0 && !copies.isSame)
    throw new OperatorError('There are files with other unsaved texts already. Nothing was copied.')
  const staged: Staged[] = []
  try {
    for (const { log, pieces } of missing)
      staged.push(await stageFile(join(folder, `${log}.jsonl`), pieces, { mode: 0o600 }))
  } catch (error) {
    for (const { drop } of staged) await drop()
    throw error
  }
  for (const { put } of staged) await put()
  for (const { log, channel, cursor } of await exportCursors(database.connection))
    await writePrivateFile(join(folder, cursorPath({ log, channel })), JSON.stringify(cursor))
  if (!texts.isSame) await writeFileTexts(folder, await exportTexts(database.connection, TEXT_NAMES))
  if (!copies.isSame) await writeFileCopies(folder, await exportCopies(database.connection))
  return compare(database, folder, new Map(exported.map(({ log, start }) => [log, start])))
}

/** The files of what the database has instead that exist in a folder of private files, by path relative to it. */
const existing = (folder: string): string[] =>
  [...recordPaths(folder), ...TEXT_NAMES, COPIES_FOLDER].filter((path) => existsSync(join(folder, path)))

/** Moves these files away, into a folder next to them. */
export async function setAside(folder: string, name: string): Promise<string> {
  const target = join(folder, name)
  await mkdir(target, { recursive: true, mode: 0o700 })
  for (const path of existing(folder)) {
    await mkdir(dirname(join(target, path)), { recursive: true, mode: 0o700 })
    await realDisk.rename(join(folder, path), join(target, path))
  }
  await syncFolder(target)
  await syncFolder(folder)
  return target
}

export async function removeRecordFiles(folder: string): Promise<void> {
  for (const path of existing(folder)) await rm(join(folder, path), { recursive: true })
  await syncFolder(folder)
}
