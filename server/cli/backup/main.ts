import { createInterface } from 'node:readline/promises'
import { runCommand } from '#server/cli/run-command.ts'
import { readConfig } from '#server/config.ts'
import { backupCommand, type Confirm, restoreCommand } from './command.ts'

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

/** `bun run backup …` and `bun run restore …`, with the environment of the site. */
await runCommand(async () => {
  const [verb, ...args] = process.argv.slice(2)
  if (verb === 'restore') {
    await restoreCommand(args, progress, { privateDir: process.env.PRIVATE_DIR?.trim() || undefined, confirm })
  } else {
    const { contentDir, storageDir, privateDir } = readConfig(process.env)
    const { version }: { version: string } = await Bun.file(new URL('../../../package.json', import.meta.url)).json()
    await backupCommand(args, { contentDir, storageDir, privateDir, version, now: () => new Date(), progress })
  }
  return 0
})
