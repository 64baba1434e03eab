import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, stopSignal, usageOf } from '#server/cli/run-command.ts'
import { onStandardError, sayWhichSite } from '#server/cli/which-site.ts'
import { readConfig } from '#server/config.ts'
import { systemClock } from '#server/lib/clock.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { createLog, type Log } from '#server/lib/log.ts'
import { acquireProcessLock } from '#server/storage/locks.ts'
import { markStore } from '#server/storage/store-marker.ts'
import { openCommandDatabase } from '#server/stores.ts'
import { copyToDatabase, copyToFiles, setAside } from './move-records.ts'
import { copyImagesToDatabase, copyImagesToFiles } from './unsaved-images.ts'

export const USAGE = usageOf({
  synopsis: `move --to=postgres|files [--dry-run]
  Moves sign-ups, messages, accounts, unsaved texts and the audit log between files and the database of DATABASE_URL.
  --dry-run   says what it would do, and changes nothing`,
  example: 'DATABASE_URL=postgres://site:password@db.example.com/site bun run move --to=postgres',
  exitCodes: { 0: 'moved', 1: 'not moved, or not wholly: run it again; or wrong arguments' },
})

type MoveOptions = {
  config: { privateDir: string; storageDir: string; databaseUrl: string | undefined }
  now(): Date
  log: Log
  print(line: string): void
  signal?: AbortSignal | undefined
}

/**
 * `bun run move`: moves sign-ups, messages, lead events, the audit log, the progress of notifications, accounts, sessions, keys and
 * unsaved texts with their images between files and PostgreSQL while the site is stopped. Throws `OperatorError`, `StorageError`, or what the disk throws.
 */
export async function moveCommand(args: string[], { config, now, log, print, signal }: MoveOptions): Promise<void> {
  const { to, 'dry-run': dryRun } = parsed(args)
  if (to !== 'postgres' && to !== 'files') throw new OperatorError(USAGE)
  const { privateDir, storageDir } = config
  const database = await openCommandDatabase(config.databaseUrl, log)
  if (!database) throw new OperatorError('Set DATABASE_URL to the database that has the records, or will have them.')
  try {
    const lock = await acquireProcessLock(privateDir)
    try {
      const [copyRecords, copyImages] =
        to === 'postgres' ? [copyToDatabase, copyImagesToDatabase] : [copyToFiles, copyImagesToFiles]
      for (const line of await copyRecords(database, privateDir, { dryRun, signal })) print(line)
      if (dryRun) return print('This was a dry run: nothing was changed.')
      print(await copyImages({ ...database, publicDir: join(storageDir, 'public') }))
      await markStore(privateDir, to)
      if (to === 'postgres') {
        const folder = await setAside(privateDir, `moved-${now().toISOString().slice(0, 19).replaceAll(':', '-')}Z`)
        if (folder === undefined) return
        print(
          `The files are in ${folder} now, as a copy of this moment: leads that are erased and passwords that are changed from now on are still in them.`,
        )
      } else
        print(
          'Start the site without DATABASE_URL. The records in the database are still there, as a copy of this moment.',
        )
    } finally {
      await lock.release()
    }
  } finally {
    await database.close()
  }
}

function parsed(args: string[]) {
  const options = { to: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } } as const
  try {
    return parseArgs({ args, options }).values
  } catch {
    throw new OperatorError(USAGE)
  }
}

if (import.meta.main)
  await runCommand(USAGE, async () => {
    const config = readConfig(process.env)
    await sayWhichSite(config, onStandardError)
    await moveCommand(process.argv.slice(2), {
      config,
      now: systemClock,
      log: createLog('error', console.error),
      print: (line) => console.log(line),
      signal: stopSignal('Stopped. Run the same command again.'),
    })
    return 0
  })
