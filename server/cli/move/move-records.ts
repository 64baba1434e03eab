import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type LogName, logNames } from '#server/database/log-states.ts'
import { type Import, importRecords } from '#server/database/transfer.ts'
import { ConflictError, OperatorError } from '#server/lib/errors.ts'
import { untilAborted } from '#server/lib/until-aborted.ts'
import { DETAILS_FOLDER } from '#server/media/image-details.ts'
import { createFileStore } from '#server/storage/file-store.ts'
import { ensurePrivateDir, realDisk, syncFolder } from '#server/storage/files.ts'
import type { StoredValue } from '#server/storage/keyed-store.ts'
import { COPIES_FOLDER } from '#server/writing/working-copies.ts'
import { recordPaths, writeMergedLogs } from './file-records.ts'
import { type MergedTexts, mergeTexts } from './merge-accounts.ts'
import { mergeCopies } from './merge-copies.ts'
import { indexOf, lineOf, type Merge, type MergedLog, mergeOf } from './merge-records.ts'
import { type Connected, databaseStore, emptyStore, fileStore, type MoveStore } from './move-stores.ts'
import { cursorValues, isSameValue, type StoredCursor, sumOf, TEXT_NAMES, writeValues } from './stored-values.ts'

/** What a move adds to the target. The records are compared while they are read. */
type Plan = {
  merges: ReadonlyMap<LogName, Merge>
  texts: MergedTexts
  copies: readonly StoredValue[]
  /** Once the records were read. `ends`: of the target's logs, with them. */
  cursors(ends: ReadonlyMap<LogName, number>): StoredCursor[]
}

/** Throws what the stores throw, and `OperatorError`. */
async function planMove(source: MoveStore, target: MoveStore): Promise<Plan> {
  const merges = new Map<LogName, Merge>()
  for (const log of logNames) merges.set(log, mergeOf(log, await indexOf(target.records(log)), source.records(log)))
  const texts = mergeTexts(await source.texts(), await target.texts())
  const copies = mergeCopies(await source.copies(), await target.copies(), texts.owners)
  const [from, to] = [await source.cursors(), await target.cursors()]
  return {
    merges,
    texts,
    copies,
    cursors: (ends) => from.flatMap((one) => cursorAfter(one, to, merges.get(one.log), ends.get(one.log)) ?? []),
  }
}

/**
 * Where notifications go on. A target without records gets the progress of the source. Otherwise the target's stays, and leads that
 * were added are notified about, unless both had finished.
 */
function cursorAfter(one: StoredCursor, target: readonly StoredCursor[], merge: Merge | undefined, end = 0) {
  const ends = merge?.ends()
  if (ends?.target === undefined) return one
  const own = target.find(({ log, channel }) => log === one.log && channel === one.channel)
  const haveFinished = own?.cursor.after === ends.target && one.cursor.after === ends.source
  if (!haveFinished || ends.added === undefined) return
  return { ...one, cursor: { after: ends.added, offset: end, attempts: 0, notBefore: 0 } }
}

/** Reads all records, without doing anything with them. */
async function countAll({ merges }: Plan): Promise<MergedLog[]> {
  for (const { lines } of merges.values()) for await (const _ of lines());
  return [...merges.values()].map(({ result }) => result())
}

/** A line for each log, for accounts, for unsaved texts and for what is stored about images. `isDone`: all of it is in the target. */
function report(logs: readonly MergedLog[], { texts, copies }: Plan, isDone: boolean): string[] {
  const sha256 = (sum: { sha256: string }) => (isDone ? `, sha256 ${sum.sha256.slice(0, 16)}` : '')
  const { added, there } = texts.administrators
  const { images = [], accounts = [] } = Object.groupBy(texts.texts, ({ key }) =>
    key.startsWith(`${DETAILS_FOLDER}/`) ? 'images' : 'accounts',
  )
  const merged = there > 0 ? `, ${there} administrators there already, ${added} added without a session` : ''
  return [
    ...logs.map((one) => lineOf(one, isDone)),
    `accounts and keys: ${accounts.length} files${sha256(sumOf(accounts))}${merged}`,
    `unsaved texts: ${copies.length} files${sha256(sumOf(copies))}`,
    `names and descriptions of images: ${images.length} files${sha256(sumOf(images))}`,
  ]
}

/** Compares once more: nothing may be left to add. Throws `OperatorError`. */
async function verify(
  source: MoveStore,
  target: MoveStore,
  { before, done }: { before: readonly MergedLog[]; done: Plan },
): Promise<void> {
  const plan = await planMove(source, target)
  for (const [index, { log, added, erased, differs }] of (await countAll(plan)).entries()) {
    const expected = (before[index]?.differs ?? 0) + (before[index]?.duplicates ?? 0)
    if (added > 0 || erased > 0 || differs > expected) throw copyDiffers(log)
  }
  const [texts, copies] = [await target.texts(), await target.copies()]
  const isIn = (all: readonly StoredValue[]) => (one: StoredValue) => all.some((other) => isSameValue(one, other))
  if (plan.texts.texts.length > 0 || !done.texts.texts.every(isIn(texts))) throw copyDiffers('Accounts')
  if (plan.copies.length > 0 || !done.copies.every(isIn(copies))) throw copyDiffers('Unsaved texts')
}

const copyDiffers = (what: string) =>
  new OperatorError(`${what}: the copy differs from the original. The original is as it was.`)

/** Whether a store has all that another one has. */
async function hasAll(target: MoveStore, source: MoveStore): Promise<boolean> {
  const plan = await planMove(source, target)
  const logs = await countAll(plan)
  return plan.texts.texts.length + plan.copies.length === 0 && logs.every(({ added, erased }) => added + erased === 0)
}

/** Whether the database has what is in files, and nothing else. */
export async function isCopied(database: Connected, folder: string): Promise<boolean> {
  const [inFiles, stored] = [fileStore(folder), databaseStore(database)]
  return (await hasAll(stored, inFiles)) && (await hasAll(inFiles, stored)) && !(await hasAll(emptyStore, inFiles))
}

type CopyOptions = {
  /** Instead of what is in the target. */
  replace?: boolean
  /** Only counts. */
  dryRun?: boolean
  signal?: AbortSignal | undefined
}

/** A store that is read until the move is aborted. */
const untilStopped = (store: MoveStore, signal: AbortSignal | undefined): MoveStore => ({
  ...store,
  records: (log) => untilAborted(store.records(log), signal),
})

/**
 * Adds what is in a folder of private files to the database, in one transaction, and compares. Returns a line for each log. Throws
 * `OperatorError`, `StorageError`, file system errors.
 */
export async function copyToDatabase(
  database: Connected,
  folder: string,
  { replace = false, dryRun = false, signal }: CopyOptions = {},
): Promise<string[]> {
  const source = untilStopped(fileStore(folder), signal)
  const before = replace ? emptyStore : databaseStore(database)
  let plan = await planMove(source, before)
  if (dryRun) return report(await countAll(plan), plan, false)
  async function prepare(): Promise<Import> {
    plan = await planMove(source, before)
    const { merges, texts, copies, cursors } = plan
    return {
      lines: (log) => merges.get(log)?.lines() ?? emptyStore.records(log),
      erasures: (log) => merges.get(log)?.erasures ?? [],
      values: [...texts.texts, ...copies],
      cursors: (ends) => cursorValues(cursors(ends)),
    }
  }
  await importRecords(database.connection, { prepare, replace }).catch((error) => {
    if (!(error instanceof ConflictError)) throw error
    throw new OperatorError(`${error.message} Nothing was copied. Stop all of them first.`)
  })
  const logs = [...plan.merges.values()].map(({ result }) => result())
  await verify(source, databaseStore(database), { before: logs, done: plan })
  return report(logs, plan, true)
}

/** Adds what is in the database to the files of a folder, and compares. The same otherwise. A log is changed as a whole. */
export async function copyToFiles(
  database: Connected,
  folder: string,
  { dryRun = false, signal }: CopyOptions = {},
): Promise<string[]> {
  const [source, target] = [untilStopped(databaseStore(database), signal), fileStore(folder)]
  const counted = await planMove(source, target)
  const logs = await countAll(counted)
  if (dryRun) return report(logs, counted, false)
  const files = createFileStore(folder)
  await ensurePrivateDir(folder)
  const plan = await planMove(source, target)
  const merged = logs.map((one) => ({ ...one, erasures: counted.merges.get(one.log)?.erasures ?? [] }))
  // The cursors come first: they are the source's again, if this ends before the logs are there.
  const put = await writeMergedLogs(folder, merged, (log) => plan.merges.get(log)?.lines() ?? emptyStore.records(log))
  try {
    await writeValues(files, cursorValues(plan.cursors(put.ends)))
    await put.finish()
  } catch (error) {
    await put.drop()
    throw error
  }
  await writeValues(files, [...plan.texts.texts, ...plan.copies])
  await verify(source, target, { before: logs, done: plan })
  return report(logs, plan, true)
}

/** The files of what the database has instead that exist in a folder of private files, by path relative to it. */
const existing = (folder: string): string[] =>
  [...recordPaths(folder), ...TEXT_NAMES, DETAILS_FOLDER, COPIES_FOLDER].filter((path) =>
    existsSync(join(folder, path)),
  )

/** Moves these files away, into a folder next to them; `undefined`: there are none. */
export async function setAside(folder: string, name: string): Promise<string | undefined> {
  const target = join(folder, name)
  if (existing(folder).length === 0) return
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
