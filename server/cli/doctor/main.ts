import { parseArgs } from 'node:util'
import type { CheckedFinding, FindingState } from '#contract/site-state.ts'
import { runCommand, usageOf } from '#server/cli/run-command.ts'
import { type Environment, readConfig, unknownVariables } from '#server/config.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { version } from '#server/lib/version.ts'
import { problem } from '#server/ops/finding.ts'
import { checkSite } from '#server/ops/site-checks.ts'

export const USAGE = usageOf({
  synopsis: `doctor [--json]
  Checks what the site needs, with the environment of the site: one line a check, and what to do. Changes nothing.
  --json   one JSON object without secrets, for a report of a fault`,
  example: 'bun run doctor',
  exitCodes: { 0: 'no problem', 1: 'a problem', 2: 'wrong arguments' },
})

const EXIT = { healthy: 0, problem: 1, usage: 2 }

/** What every check says. The others are not checked while the variables are not valid. */
export async function findingsFor(env: Environment): Promise<CheckedFinding[]> {
  try {
    return await checkSite({ ...readConfig(env), hints: unknownVariables(env) })
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return [{ name: 'variables', ...problem(error.message) }]
  }
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

const SIGNS: Record<FindingState, string> = { ok: '✓', warning: '!', problem: '✗', 'not-checked': '–' }

/** One line a check. */
function listed(findings: readonly CheckedFinding[]): string[] {
  const width = Math.max(...findings.map(({ name }) => name.length))
  return findings.map(({ name, state, text }) => `${SIGNS[state]} ${name.padEnd(width)}  ${text}`)
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
