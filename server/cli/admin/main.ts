import { runCommand } from '#server/cli/run-command.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/http/log.ts'
import { adminCommand } from './command.ts'

/** `bun run admin …`, with the environment of the site. */
await runCommand(() =>
  adminCommand(process.argv.slice(2), {
    config: readConfig(process.env),
    log: createLog('error', console.error),
    now: () => new Date(),
    write: (text) => void process.stdout.write(text),
    ask: async (question) => prompt(question.trimEnd()) ?? undefined,
    uid: process.getuid?.(),
    colors: process.stdout.isTTY,
  }),
)
