import { onEndSignal } from '#server/lib/end-signals.ts'
import { DomainError, OperatorError } from '#server/lib/errors.ts'

/** Returns a signal that SIGTERM and SIGINT abort: the command then ends with this sentence, and cleans up before. */
export function stopSignal(message = 'Stopped. Nothing is left of it.'): AbortSignal {
  const stop = new AbortController()
  onEndSignal(() => stop.abort(new OperatorError(message)))
  return stop.signal
}

type UsageParts = {
  /** What follows `bun run`, and lines about it. */
  synopsis: string
  /** A command that can be typed as it is. */
  example: string
  /** What each exit code means: docs/operators.md has the same. */
  exitCodes: Readonly<Record<number, string>>
}

/** The text for `--help`, and for arguments that are not valid. */
export function usageOf({ synopsis, example, exitCodes }: UsageParts): string {
  const codes = Object.entries(exitCodes).map(([code, meaning]) => `${code} ${meaning}`)
  return `bun run ${synopsis}\nExample: ${example}\nExit codes: ${codes.join(' · ')}`
}

const HELP = new Set(['--help', '-h'])

/**
 * Runs a command; its result is the exit code. `--help` prints the usage, without the environment of a site. An expected failure
 * prints its message, any other its stack.
 */
export async function runCommand(usage: string, command: () => Promise<number>): Promise<void> {
  if (process.argv.slice(2).some((word) => HELP.has(word))) return console.log(usage)
  try {
    process.exitCode = await command()
  } catch (error) {
    const isExpected = error instanceof OperatorError || error instanceof DomainError
    console.error(isExpected ? error.message : error)
    process.exitCode = 1
  }
}
