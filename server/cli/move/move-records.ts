import { mkdir, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { SiteDatabase } from '#server/database/database.ts'
import { type LogName, logNames } from '#server/database/log-states.ts'
import { exportCursors, exportRecords, importRecords } from '#server/database/transfer.ts'
import { ConflictError, OperatorError } from '#server/lib/errors.ts'
import { ensurePrivateDir, realDisk, syncFolder, temporaryFor } from '#server/storage/files.ts'
import { cursorIn, cursorPath, filesOf, readFileCursors, readFileRecords, type Sum, sumOf } from './file-records.ts'

type Connected = Pick<SiteDatabase, 'connection' | 'logOf'>

/** The records of a log in the database from a position on. */
async function* readStored({ logOf }: Connected, log: LogName, from: number) {
  const records = logOf(log)
  await records.refresh()
  for await (const lines of records.lines({ from, end: records.end() }))
    yield lines.map(({ bytes }) => ({ text: bytes.toString().trimEnd() }))
}

/** Compares the records of both stores, and returns a line for each log. Throws `OperatorError`. */
async function compare(database: Connected, folder: string, starts = new Map<LogName, number>()): Promise<string[]> {
  const lines: string[] = []
  for (const log of logNames) {
    const [inFiles, stored]: Sum[] = await Promise.all([
      sumOf(readFileRecords(folder, log)),
      sumOf(readStored(database, log, starts.get(log) ?? 0)),
    ])
    if (!inFiles || inFiles.count !== stored?.count || inFiles.sha256 !== stored.sha256)
      throw new OperatorError(`${log}: the copy differs from the original. The original is as it was.`)
    lines.push(`${log}: ${stored.count} records, sha256 ${stored.sha256.slice(0, 16)}`)
  }
  return lines
}

/**
 * Copies the records of a folder of private files into the database in one transaction, and compares. Returns a line for
 * each log. `replace`: instead of what is in the database. Throws `OperatorError`, `StorageError`, file system errors.
 */
export async function copyToDatabase(database: Connected, folder: string, { replace = false } = {}): Promise<string[]> {
  const cursors = await readFileCursors(folder)
  const lines = (log: LogName) => readFileRecords(folder, log)
  await importRecords(database.connection, { lines, cursors, replace }).catch((error) => {
    throw error instanceof ConflictError ? new OperatorError(`${error.message} Nothing was copied.`) : error
  })
  return compare(database, folder)
}

/** Copies the records of the database into files of a folder, which must not have any, and compares. Throws like `copyToDatabase`. */
export async function copyToFiles(database: Connected, folder: string): Promise<string[]> {
  await ensurePrivateDir(folder)
  const exported = await exportRecords(database.connection)
  for (const { log, pieces } of exported) {
    const path = join(folder, `${log}.jsonl`)
    if (filesOf(folder, log).some((file) => Bun.file(file).size > 0))
      throw new OperatorError(`${path} has records already. Nothing of it was replaced.`)
    const temporary = temporaryFor(path)
    const file = await realDisk.open(temporary, 'wx', 0o600)
    try {
      for await (const bytes of pieces) await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await realDisk.rename(temporary, path)
  }
  await syncFolder(folder)
  for (const { log, channel, cursor } of await exportCursors(database.connection))
    await cursorIn(folder, log, channel).write(cursor)
  return compare(database, folder, new Map(exported.map(({ log, start }) => [log, start])))
}

/** The files of records and cursors that exist in a folder of private files, by path relative to it. */
async function existing(folder: string): Promise<string[]> {
  const cursors = (await readFileCursors(folder)).map(cursorPath)
  const logs = logNames.flatMap((log) => filesOf(folder, log)).map((file) => relative(folder, file))
  const found = await Promise.all(
    [...logs, ...cursors].map(async (path) => ((await Bun.file(join(folder, path)).exists()) ? [path] : [])),
  )
  return found.flat()
}

/** Moves the files of records away, into a folder next to them. */
export async function setAside(folder: string, name: string): Promise<string> {
  const target = join(folder, name)
  await mkdir(target, { recursive: true, mode: 0o700 })
  for (const path of await existing(folder)) {
    await mkdir(dirname(join(target, path)), { recursive: true, mode: 0o700 })
    await realDisk.rename(join(folder, path), join(target, path))
  }
  await syncFolder(target)
  await syncFolder(folder)
  return target
}

export async function removeRecordFiles(folder: string): Promise<void> {
  for (const path of await existing(folder)) await rm(join(folder, path))
  await syncFolder(folder)
}
