import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, stopSignal, usageOf } from '#server/cli/run-command.ts'
import { onStandardError, sayWhichSite } from '#server/cli/which-site.ts'
import { readConfig } from '#server/config.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { readManifest } from '#server/http/static-files.ts'
import { systemClock } from '#server/lib/clock.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { createLog } from '#server/lib/log.ts'
import { version } from '#server/lib/version.ts'
import { assertStore } from '#server/storage/store-marker.ts'
import { openCommandDatabase } from '#server/stores.ts'
import { verifyBackup } from './archive.ts'
import { type BackupOptions, recordStored } from './backup.ts'
import { endRestore } from './finish-restore.ts'
import { countOf, softwareOf } from './manifest.ts'
import { unlessOtherReplica } from './one-replica.ts'
import { restoreBackup, withoutSecret } from './restore.ts'
import { COMPLETE, ELSEWHERE, writeToFile, writeToOutput } from './write-archive.ts'

export const BACKUP_USAGE = usageOf({
  synopsis: `backup [--to=FILE | --to=- [--verify]] [--nightly] [--allow-empty] | --stored
  Writes everything into one archive, while the site runs, and checks it.
  --to=FILE, --to=-   another place than PRIVATE_DIR/backups; the standard output
  --verify            reads what is written to the standard output, too, as files always are
  --nightly           for the timer of each replica: not if another one has stored a backup in the last twelve hours
  --stored            says that the output of --to=- is on a disk: its time is that of the last backup
  --allow-empty       also without content or administrators`,
  example: 'bun run backup --to=/mnt/nas/site.tar.gz',
  exitCodes: {
    0: 'everything is in the backup, or another replica makes it',
    1: 'there is no backup',
    2: 'written without what was named',
    3: 'with --to=-: another replica makes it',
  },
})
export const RESTORE_USAGE = usageOf({
  synopsis: `restore FILE [--to=DIR] [--replace] [--with-remote] | FILE --verify | - --verify | --finish=FOLDER | --undo=FOLDER
  Restores a backup into an empty folder.
  --replace   replaces the site that is there, after everything was verified
  --verify    reads the archive, or the standard input, and checks every file; writes nothing`,
  example: 'bun run restore site.tar.gz --verify',
  exitCodes: { 0: 'done', 1: 'nothing was changed, or wrong arguments' },
})

/**
 * `bun run backup`: writes a file that only its owner can read; `-` is the standard output. Returns the exit code. Throws
 * `OperatorError`, or what the disk throws.
 */
export async function backupCommand(args: string[], site: BackupOptions): Promise<number> {
  const flag = { type: 'boolean', default: false } as const
  const known = { to: { type: 'string' }, verify: flag, nightly: flag, 'allow-empty': flag, stored: flag } as const
  const values = understood(BACKUP_USAGE, () => parseArgs({ args, options: known }).values)
  const { to, verify, nightly, 'allow-empty': allowEmpty } = values
  // Only what wrote the output of `--to=-` to a disk knows whether it is there.
  if (values.stored) {
    await recordStored(site)
    return COMPLETE
  }
  const options = { ...site, allowEmpty }
  const write = () => (to === '-' ? writeToOutput(process.stdout, options, verify) : writeToFile(to, options))
  const code = await unlessOtherReplica(site, nightly, write)
  if (typeof code === 'number') return code
  options.progress(code)
  // A reader of the output would store an empty file.
  return to === '-' ? ELSEWHERE : COMPLETE
}

/** Of a build, which a command does not need. */
const DIST = 'client/dist'

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
  const isInput = file === '-' && values.verify
  if (!isInput && !(await Bun.file(file).exists())) throw new OperatorError(`There is no file ${file}.`)
  if (values.verify) {
    const manifest = await verifyBackup(isInput ? process.stdin : file, signal)
    return progress(`The backup is whole: ${countOf(manifest)}, made ${manifest.made} by ${softwareOf(manifest)}`)
  }
  const { to, replace } = values
  const { places } = await restoreBackup({
    file,
    to,
    privateDir,
    database,
    databaseUrl,
    replace,
    progress,
    signal,
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
    const { commit } = await readManifest(DIST).catch(() => ({ commit: undefined }))
    const options = { ...places, database, version, commit, now: systemClock, progress, signal }
    return backupCommand(args, options).finally(() => database?.close())
  }
  return 0
}

if (import.meta.main) await runCommand(process.argv[2] === 'restore' ? RESTORE_USAGE : BACKUP_USAGE, main)
