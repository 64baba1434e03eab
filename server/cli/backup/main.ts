import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { InvalidConfigError, readConfig } from '#server/config.ts'
import { GitError } from '#server/git/run-git.ts'
import { ProcessLockError } from '#server/storage/process-lock.ts'
import { backupCommand, type Confirm, restoreCommand } from './command.ts'
import { BackupError } from './manifest.ts'

const expected = [BackupError, ProcessLockError, InvalidConfigError, GitError]
/** The standard output may be the archive itself. */
const progress = (line: string) => console.error(line)

/** `undefined` without a terminal. */
const confirm: Confirm | undefined = process.stdin.isTTY
  ? async (question) => {
      const terminal = createInterface({ input: process.stdin, output: process.stderr })
      const answer = await terminal.question(`${question} [y/N] `)
      terminal.close()
      return /^y(es)?$/i.test(answer.trim())
    }
  : undefined

async function run([verb, ...args]: string[]): Promise<void> {
  if (verb === 'restore')
    return restoreCommand(args, progress, { privateDir: process.env.PRIVATE_DIR?.trim() || undefined, confirm })
  const { contentDir, storageDir, privateDir } = readConfig(process.env, (path) => readFileSync(path, 'utf8'))
  const { version }: { version: string } = await Bun.file(new URL('../../../package.json', import.meta.url)).json()
  await backupCommand(args, { contentDir, storageDir, privateDir, version, now: () => new Date(), progress })
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
