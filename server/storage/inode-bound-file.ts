import { stat, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ensurePrivateDir, readPrivateFile, realDisk, syncFolder, temporaryFor, unlessMissing } from './files.ts'

/** A file is written and renamed within this time, on a slow disk too. One that is moved or linked later is no longer the original. */
const RENAME_MS = 60_000

/** Device numbers are left out: they may change with a restart of the machine. */
type Facts = { inode: string; modifiedMs: number; changedMs: number; size: number }
/** What the first line of the file states about the file itself. */
const headOf = ({ inode, modifiedMs }: Facts) => `${inode} ${modifiedMs}`

/**
 * Creates or replaces a private file whose first line names its own inode and modification time, so that a copy can be told from
 * it. Throws file system errors.
 */
export async function writeInodeBound(path: string, text: string): Promise<void> {
  await ensurePrivateDir(dirname(path))
  const temporary = temporaryFor(path)
  try {
    const file = await realDisk.open(temporary, 'wx', 0o600)
    try {
      const facts = factsOf(await stat(temporary, { bigint: true }))
      await file.writeFile(`${headOf(facts)}\n${text}\n`)
      await utimes(temporary, facts.modifiedMs / 1000, facts.modifiedMs / 1000)
      await file.sync()
    } finally {
      await file.close()
    }
    await realDisk.rename(temporary, path)
  } catch (error) {
    await realDisk.unlink(temporary).catch(() => {})
    throw error
  }
  await syncFolder(dirname(path))
}

/** A file that was written by `writeInodeBound`, and is neither a copy nor was moved away and back. */
export type InodeBoundText = { text: string; version: string }

/**
 * Reads the file; `undefined` if it is missing or not the original: restored from a copy (another inode or modification time),
 * or moved or linked after it was written (a later change time, which no program can set). `version` differs after each write.
 * With `known`, what an earlier call returned, an unchanged file is not read again. Throws file system errors.
 */
export async function readInodeBound(path: string, known?: InodeBoundText): Promise<InodeBoundText | undefined> {
  const found = await stat(path, { bigint: true }).catch(unlessMissing)
  if (!found) return
  const facts = factsOf(found)
  const version = `${headOf(facts)} ${facts.changedMs} ${facts.size}`
  if (version === known?.version) return known
  if (facts.changedMs - facts.modifiedMs > RENAME_MS) return
  const text = await readPrivateFile(path)
  const head = `${headOf(facts)}\n`
  // Replaced between `stat` and reading.
  if (text !== undefined && !text.startsWith(head)) {
    const again = await stat(path, { bigint: true }).catch(unlessMissing)
    if (again && `${headOf(factsOf(again))} ${factsOf(again).changedMs} ${again.size}` !== version)
      return readInodeBound(path, known)
  }
  return text?.startsWith(head) ? { text: text.slice(head.length), version } : undefined
}

type BigStats = { ino: bigint; mtimeNs: bigint; ctimeNs: bigint; size: bigint }

function factsOf({ ino, mtimeNs, ctimeNs, size }: BigStats): Facts {
  const ms = (ns: bigint) => Math.round(Number(ns) / 1e6)
  return { inode: String(ino), modifiedMs: ms(mtimeNs), changedMs: ms(ctimeNs), size: Number(size) }
}
