import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, stopSignal, usageOf } from '#server/cli/run-command.ts'
import { onStandardError, sayWhichSite } from '#server/cli/which-site.ts'
import { readConfig } from '#server/config.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { systemClock } from '#server/lib/clock.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { createLog } from '#server/lib/log.ts'
import { version } from '#server/lib/version.ts'
import { realDisk, syncFolder, temporaryFor } from '#server/storage/files.ts'
import { assertStore } from '#server/storage/store-marker.ts'
import { openCommandDatabase } from '#server/stores.ts'
import { verifyBackup } from './archive.ts'
import { type BackupOptions, recordStored, type Written, writeBackup } from './backup.ts'
import { endRestore } from './finish-restore.ts'
import type { Manifest } from './manifest.ts'
import { restoreBackup, withoutSecret } from './restore.ts'

export const BACKUP_USAGE = usageOf({
  synopsis: `backup [--to=FILE | --to=-] [--allow-empty] | --stored
  Writes everything into one archive, while the site runs, and checks it.
  --to=FILE, --to=-   another place than PRIVATE_DIR/backups; the standard output
  --stored            says that the output of --to=- is on a disk: its time is that of the last backup
  --allow-empty       also without content or administrators`,
  example: 'bun run backup --to=/mnt/nas/site.tar.gz',
  exitCodes: { 0: 'everything is in the backup', 1: 'there is no backup', 2: 'written without what was named' },
})
export const RESTORE_USAGE = usageOf({
  synopsis: `restore FILE [--to=DIR] [--replace] [--with-remote] | FILE --verify | --finish=FOLDER | --undo=FOLDER
  Restores a backup into an empty folder.
  --replace   replaces the site that is there, after everything was verified
  --verify    reads the archive and checks every file; writes nothing`,
  example: 'bun run restore site.tar.gz --verify',
  exitCodes: { 0: 'done', 1: 'nothing was changed, or wrong arguments' },
})

/** Exit codes: the archive has everything, or everything but what was named. */
const COMPLETE = 0
const INCOMPLETE = 2

/**
 * `bun run backup`: writes a file that only its owner can read, checks it, and renames it to its name when it is complete and
 * on disk. Never overwrites a file; `-` is the standard output. Returns the exit code. Throws `OperatorError`, or what the disk
 * throws.
 */
export async function backupCommand(args: string[], site: BackupOptions): Promise<number> {
  const flag = { type: 'boolean', default: false } as const
  const known = { to: { type: 'string' }, 'allow-empty': flag, stored: flag } as const
  const values = understood(BACKUP_USAGE, () => parseArgs({ args, options: known }).values)
  const { to, 'allow-empty': allowEmpty } = values
  // Only what wrote the output of `--to=-` to a disk knows whether it is there.
  if (values.stored) {
    await recordStored(site)
    return COMPLETE
  }
  const options = { ...site, allowEmpty }
  if (to === '-') {
    const written = await writeBackup(process.stdout, options)
    options.progress(`Written: ${summaryOf(written)}`)
    return exitCodeOf(written)
  }
  // `2026-11-21T06-15-00Z` is valid in every file system.
  const time = options.now().toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  const file = to ?? join(options.privateDir, 'backups', `backup-${time}.tar.gz`)
  await assertFree(file)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = temporaryFor(file)
  try {
    const out = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true })
    // Rejects the archive, too, whose failure is the one that counts.
    out.on('error', () => {})
    const written = await writeBackup(out, options).finally(() => closed(out))
    await verifyBackup(temporary, options.signal)
    await assertFree(file)
    await realDisk.rename(temporary, file)
    await syncFolder(dirname(file))
    const megabytes = ((await stat(file)).size / 1_000_000).toFixed(1)
    options.progress(`${file}: ${summaryOf(written)}, ${megabytes} MB`)
    if (exitCodeOf(written) === COMPLETE) await recordStored(site)
    return exitCodeOf(written)
  } catch (error) {
    await realDisk.unlink(temporary).catch(() => {})
    throw error
  }
}

/** Closes a file, whether it was written to its end or not. */
async function closed(out: WriteStream): Promise<void> {
  if (out.closed) return
  const closing = new Promise((resolve) => out.once('close', resolve))
  out.destroy()
  await closing
}

async function assertFree(file: string): Promise<void> {
  if (await stat(file).catch(() => undefined)) throw new OperatorError(`${file} is there already. Name another file.`)
}

type RestoreOptions = {
  /** PRIVATE_DIR if set. */
  privateDir?: string | undefined
  database?: SiteDatabase | undefined
  databaseUrl?: string | undefined
  /** Asks a yes-or-no question on the terminal; `undefined` without one. */
  confirm?: ((question: string) => boolean) | undefined
  signal?: AbortSignal | undefined
}

/** `bun run restore`. Throws `OperatorError`, `GitError`, or what the disk throws. */
export async function restoreCommand(
  args: string[],
  progress: (line: string) => void,
  { privateDir, database, databaseUrl, confirm, signal }: RestoreOptions = {},
): Promise<void> {
  const flag = { type: 'boolean', default: false } as const
  const options = {
    to: { type: 'string', default: 'restored' },
    replace: flag,
    verify: flag,
    'with-remote': flag,
    finish: { type: 'string' },
    undo: { type: 'string' },
  } as const
  const { values, positionals } = understood(RESTORE_USAGE, () => parseArgs({ args, allowPositionals: true, options }))
  const [file, ...rest] = positionals
  const unfinished = values.finish ?? values.undo
  if (unfinished !== undefined && file === undefined)
    return endRestore(unfinished, { isUndone: values.undo !== undefined, database, progress })
  if (file === undefined || rest.length > 0) throw new OperatorError(RESTORE_USAGE)
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new OperatorError(`There is no file ${file}.`)
  if (values.verify) {
    const manifest = await verifyBackup(file, signal)
    return progress(`The backup is whole: ${countOf(manifest)}, made ${manifest.made} by version ${manifest.version}`)
  }
  const { to, replace } = values
  const { places } = await restoreBackup({
    ...{ file, to, privateDir, database, databaseUrl, replace, progress, signal },
    allowRemote: ({ name, url }) =>
      values['with-remote'] ||
      confirm?.(`The backup names the remote ${name} (${withoutSecret(url)}). Connect to it?`) === true,
  })
  const variables = [
    `CONTENT_DIR=${join(to, places.content)}`,
    `STORAGE_DIR=${join(to, dirname(places.public))}`,
    ...(privateDir === undefined ? [] : [`PRIVATE_DIR=${privateDir}`]),
  ]
  progress(`Start the site with ${variables.join(' ')}`)
}

function understood<Values>(usage: string, parse: () => Values): Values {
  try {
    return parse()
  } catch {
    throw new OperatorError(usage)
  }
}

const exitCodeOf = ({ leftOut }: Written) => (leftOut.length === 0 ? COMPLETE : INCOMPLETE)

const summaryOf = ({ manifest, leftOut }: Written) =>
  `${countOf(manifest)}${leftOut.length === 0 ? '' : `, ${leftOut.length} left out`}`

const countOf = ({ members, committed }: Manifest) => `${members.length + committed.length} files`

/** `bun run backup …` and `bun run restore …`, with the environment of the site. */
async function main(): Promise<number> {
  const [verb, ...args] = process.argv.slice(2)
  // The standard output may be the archive itself.
  const progress = (line: string) => console.error(line)
  const log = createLog('error', console.error)
  const signal = stopSignal()
  if (verb === 'restore') {
    const { DATABASE_URL, DATABASE_URL_FILE } = process.env
    // The other variables may be those of another machine.
    const { databaseUrl } = readConfig({ DATABASE_URL, DATABASE_URL_FILE })
    const isVerifying = args.includes('--verify')
    const database = isVerifying ? undefined : await openCommandDatabase(databaseUrl, log)
    const privateDir = process.env.PRIVATE_DIR?.trim() || undefined
    const options = { privateDir, database, databaseUrl, confirm: process.stdin.isTTY ? confirm : undefined, signal }
    await restoreCommand(args, progress, options).finally(() => database?.close())
  } else {
    const { contentDir, storageDir, privateDir, databaseUrl } = readConfig(process.env)
    const places = { contentDir, storageDir, privateDir, databaseUrl }
    await sayWhichSite(places, onStandardError)
    await assertStore(privateDir, databaseUrl)
    const database = await openCommandDatabase(databaseUrl, log)
    const options = { ...places, database, version, now: systemClock, progress, signal }
    return backupCommand(args, options).finally(() => database?.close())
  }
  return 0
}

if (import.meta.main) await runCommand(process.argv[2] === 'restore' ? RESTORE_USAGE : BACKUP_USAGE, main)
