import { DomainError, OperatorError } from '#server/lib/errors.ts'

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
