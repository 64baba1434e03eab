import { createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type NamedRemote, withoutSecret } from '#server/git/remote-schema.ts'
import { realDisk } from '#server/storage/disk.ts'
import { syncFolder, temporaryFor } from '#server/storage/replace-file.ts'
import { type BackupOptions, writeBackup } from './backup.ts'
import { BackupError } from './errors.ts'
import type { Manifest } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { verifyBackup } from './verify.ts'

const BACKUP_USAGE = 'bun run backup [--to=FILE | --to=-]'
const RESTORE_USAGE = 'bun run restore FILE [--to=DIR] [--replace] [--with-remote] | bun run restore FILE --verify'

/**
 * `bun run backup`: into a file that only its owner can read, under its name only once it is whole and on the disk, never in
 * another one's place; `-` is the standard output. Throws `BackupError`, or what the disk throws.
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

/** Asks the person at the terminal a question that is answered with yes or no. */
export type Confirm = (question: string) => Promise<boolean>
/** `privateDir` is PRIVATE_DIR where it is set. Without `confirm` there is no terminal. */
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

/** `2026-11-21T06-15-00Z`, which every file system takes. */
const stampOf = (now: Date) => now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
const countOf = ({ members, committed }: Manifest) => `${members.length + committed.length} files`
const sizeInWords = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
