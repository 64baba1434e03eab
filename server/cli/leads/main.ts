import { runCommand } from '#server/cli/run-command.ts'
import { readConfig } from '#server/config.ts'
import { leadsCommand } from './command.ts'

/** `bun run leads …`, with the environment of the site. */
await runCommand(() => {
  const write = (text: string) => void process.stdout.write(text)
  return leadsCommand(process.argv.slice(2), { config: readConfig(process.env), now: () => new Date(), write })
})
