import { createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { realDisk } from '#server/files/disk.ts'
import { syncFolder, temporaryFor } from '#server/files/replace-file.ts'
import { type BackupOptions, writeBackup } from './backup.ts'
import type { Manifest } from './manifest.ts'
import { BackupRefused } from './refusals.ts'
import { restoreBackup } from './restore.ts'
import { verifyBackup } from './verify.ts'

const BACKUP_USAGE = 'bun run backup [--to=FILE | --to=-]'
const RESTORE_USAGE = 'bun run restore FILE [--to=DIR] [--replace] | bun run restore FILE --verify'

/**
 * `bun run backup`: into a file that only its owner can read, under its name only once it is whole and on the disk, never in
 * another one's place; `-` is the standard output. Throws `BackupRefused`, or what the disk throws.
 */
export async function backupCommand(args: string[], options: BackupOptions): Promise<void> {
  const { to } = understood(BACKUP_USAGE, () => parseArgs({ args, options: { to: { type: 'string' } } }).values)
  if (to === '-') return void (await writeBackup(process.stdout, options))
  const file = to ?? join(options.storageDir, 'private', 'backups', `backup-${stampOf(options.now())}.tar.gz`)
  await refuseTaken(file)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = temporaryFor(file)
  try {
    const manifest = await writeBackup(createWriteStream(temporary, { flags: 'wx', mode: 0o600 }), options)
    await sync(temporary)
    await refuseTaken(file)
    await realDisk.rename(temporary, file)
    await syncFolder(dirname(file))
    options.progress(`${file}: ${countOf(manifest)}, ${sizeInWords((await stat(file)).size)}`)
  } catch (error) {
    await realDisk.unlink(temporary).catch(() => {})
    throw error
  }
}

/** `bun run restore`. Throws `BackupRefused`, `GitFailed`, or what the disk throws. */
export async function restoreCommand(args: string[], progress: (line: string) => void): Promise<void> {
  const { file, to, replace, verify } = understood(RESTORE_USAGE, () => restoreArgs(args))
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new BackupRefused(`There is no file ${file}.`)
  if (verify) {
    const manifest = await verifyBackup(file)
    return progress(`The backup is whole: ${countOf(manifest)}, made ${manifest.made} by version ${manifest.version}`)
  }
  const { places } = await restoreBackup({ file, to, replace, progress })
  progress(
    `Start the site with CONTENT_DIR=${join(to, places.content)} STORAGE_DIR=${join(to, dirname(places.public))}`,
  )
}

function restoreArgs(args: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { to: { type: 'string', default: 'restored' }, replace: flag, verify: flag },
  })
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new BackupRefused(RESTORE_USAGE)
  return { file, ...values }
}

function understood<Values>(usage: string, parse: () => Values): Values {
  try {
    return parse()
  } catch {
    throw new BackupRefused(usage)
  }
}

async function refuseTaken(file: string): Promise<void> {
  if (await stat(file).catch(() => undefined)) throw new BackupRefused(`${file} is there already. Name another file.`)
}

async function sync(file: string): Promise<void> {
  const handle = await realDisk.open(file, 'r+')
  await handle.sync().finally(() => handle.close())
}

/** `2026-11-21T06-15-00Z`, which every file system takes. */
const stampOf = (now: Date) => now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
const countOf = ({ members, committed }: Manifest) => `${members.length + committed.length} files`
const sizeInWords = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
