import { createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { realDisk, syncFolder, temporaryFor } from '#server/storage/files.ts'
import { verifyBackup } from './archive.ts'
import { type BackupOptions, writeBackup } from './backup.ts'
import { BackupError, type Manifest, type NamedRemote, withoutSecret } from './manifest.ts'
import { restoreBackup } from './restore.ts'

const BACKUP_USAGE = 'bun run backup [--to=FILE | --to=-]'
const RESTORE_USAGE = 'bun run restore FILE [--to=DIR] [--replace] [--with-remote] | bun run restore FILE --verify'

/**
 * `bun run backup`: writes a file that only its owner can read, and renames it to its name when it is complete and on
 * disk. Never overwrites a file; `-` is the standard output. Throws `BackupError`, or what the disk throws.
 */
export async function backupCommand(args: string[], options: BackupOptions): Promise<void> {
  const { to } = understood(BACKUP_USAGE, () => parseArgs({ args, options: { to: { type: 'string' } } }).values)
  if (to === '-') return void (await writeBackup(process.stdout, options))
  const file = to ?? join(options.privateDir, 'backups', `backup-${stampOf(options.now())}.tar.gz`)
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

/** Asks a yes-or-no question on the terminal. */
export type Confirm = (question: string) => Promise<boolean>
/** `privateDir`: PRIVATE_DIR if set. `confirm`: `undefined` without a terminal. */
type RestoreOptions = { privateDir?: string | undefined; confirm?: Confirm | undefined }

/** `bun run restore`. Throws `BackupError`, `GitError`, or what the disk throws. */
export async function restoreCommand(
  args: string[],
  progress: (line: string) => void,
  { privateDir, confirm }: RestoreOptions = {},
): Promise<void> {
  const { file, to, replace, verify, 'with-remote': withRemote } = understood(RESTORE_USAGE, () => restoreArgs(args))
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new BackupError(`There is no file ${file}.`)
  if (verify) {
    const manifest = await verifyBackup(file)
    return progress(`The backup is whole: ${countOf(manifest)}, made ${manifest.made} by version ${manifest.version}`)
  }
  const allowRemote = async ({ name, url }: NamedRemote) =>
    withRemote ||
    (await confirm?.(`The backup names the remote ${name} (${withoutSecret(url)}). Connect to it?`)) === true
  const { places } = await restoreBackup({ file, to, privateDir, replace, allowRemote, progress })
  const variables = [
    `CONTENT_DIR=${join(to, places.content)}`,
    `STORAGE_DIR=${join(to, dirname(places.public))}`,
    ...(privateDir === undefined ? [] : [`PRIVATE_DIR=${privateDir}`]),
  ]
  progress(`Start the site with ${variables.join(' ')}`)
}

function restoreArgs(args: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { to: { type: 'string', default: 'restored' }, replace: flag, verify: flag, 'with-remote': flag },
  })
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new BackupError(RESTORE_USAGE)
  return { file, ...values }
}

function understood<Values>(usage: string, parse: () => Values): Values {
  try {
    return parse()
  } catch {
    throw new BackupError(usage)
  }
}

async function refuseTaken(file: string): Promise<void> {
  if (await stat(file).catch(() => undefined)) throw new BackupError(`${file} is there already. Name another file.`)
}

async function sync(file: string): Promise<void> {
  const handle = await realDisk.open(file, 'r+')
  await handle.sync().finally(() => handle.close())
}

/** `2026-11-21T06-15-00Z`: valid in every file system. */
const stampOf = (now: Date) => now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
const countOf = ({ members, committed }: Manifest) => `${members.length + committed.length} files`
const sizeInWords = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
