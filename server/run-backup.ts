import { readFileSync } from 'node:fs'
import { backupCommand, restoreCommand } from '#server/backup/command.ts'
import { BackupRefused } from '#server/backup/refusals.ts'
import { GitFailed } from '#server/git/git.ts'
import { ConfigRefused, readConfig } from './config.ts'

const expected = [BackupRefused, ConfigRefused, GitFailed]
/** The standard output may be the archive itself. */
const progress = (line: string) => console.error(line)

async function run([verb, ...args]: string[]): Promise<void> {
  if (verb === 'restore') return restoreCommand(args, progress)
  const { contentDir, storageDir } = readConfig(process.env, (path) => readFileSync(path, 'utf8'))
  const { version }: { version: string } = await Bun.file(new URL('../package.json', import.meta.url)).json()
  await backupCommand(args, { contentDir, storageDir, version, now: () => new Date(), progress })
}

/** `bun run backup …` and `bun run restore …`, with the environment of the site. */
if (import.meta.main) {
  try {
    await run(process.argv.slice(2))
  } catch (error) {
    console.error(expected.some((kind) => error instanceof kind) && error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
