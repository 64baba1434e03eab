import { parseArgs } from 'node:util'
import { runCommand, usageOf } from '#server/cli/run-command.ts'
import type { Config, Environment } from '#server/config.ts'
import { version } from '#server/lib/version.ts'
import { type Check, type CheckedFinding, listed, runChecks } from './finding.ts'
import { checkBackup, checkCheckout, checkFileClock, checkFolders, checkSpace, checkVariables } from './local-checks.ts'
import { checkDatabase, checkMail, checkRemote } from './remote-checks.ts'

export const USAGE = usageOf({
  synopsis: `doctor [--json]
  Checks what the site needs, with the environment of the site: one line a check, and what to do. Changes nothing.
  --json   one JSON object without secrets, for a report of a fault`,
  example: 'bun run doctor',
  exitCodes: { 0: 'no problem', 1: 'a problem', 2: 'wrong arguments' },
})

const EXIT = { healthy: 0, problem: 1, usage: 2 }

const checks = (config: Config): Check[] => [
  { name: 'folders', check: () => checkFolders(config) },
  { name: 'space', check: () => checkSpace(config) },
  { name: 'git', check: () => checkCheckout(config) },
  { name: 'remote', check: () => checkRemote(config) },
  { name: 'database', check: () => checkDatabase(config) },
  { name: 'clock', check: () => checkFileClock(config) },
  { name: 'mail', check: () => checkMail(config) },
  { name: 'backup', check: () => checkBackup(config) },
]

/** What every check says. The others are not checked while the variables are not valid. */
export async function findingsFor(env: Environment): Promise<CheckedFinding[]> {
  const { finding, config } = checkVariables(env)
  return [{ name: 'variables', ...finding }, ...(config ? await runChecks(checks(config)) : [])]
}

/** `bun run doctor`. Returns the exit code. */
export async function doctorCommand(args: string[], env: Environment, print: (line: string) => void): Promise<number> {
  const options = parsed(args)
  if (options === undefined) {
    print(USAGE)
    return EXIT.usage
  }
  const findings = await findingsFor(env)
  const hasProblem = findings.some(({ state }) => state === 'problem')
  if (options.json) print(JSON.stringify({ version, time: new Date().toISOString(), findings }, null, 2))
  else for (const line of listed(findings)) print(line)
  return hasProblem ? EXIT.problem : EXIT.healthy
}

function parsed(args: string[]) {
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({ args, options: { json: flag } }).values
  } catch {
    return
  }
}

if (import.meta.main) await runCommand(USAGE, () => doctorCommand(process.argv.slice(2), process.env, console.log))
