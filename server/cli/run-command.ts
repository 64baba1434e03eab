import { onEndSignal } from '#server/lib/end-signals.ts'
import { DomainError, OperatorError } from '#server/lib/errors.ts'

/** Returns a signal that SIGTERM and SIGINT abort: the command then ends with this sentence, and cleans up before. */
export function stopSignal(message = 'Stopped. Nothing is left of it.'): AbortSignal {
  const stop = new AbortController()
  onEndSignal(() => stop.abort(new OperatorError(message)))
  return stop.signal
}

/** Runs a command; its result is the exit code. An expected failure prints its message, any other its stack. */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command()
  } catch (error) {
    const isExpected = error instanceof OperatorError || error instanceof DomainError
    console.error(isExpected ? error.message : error)
    process.exitCode = 1
  }
}
