import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { InvalidAdminFileError } from '#server/admin/admin-store.ts'
import { InvalidConfigError, readConfig } from '#server/config.ts'
import { createLog } from '#server/http/log.ts'
import { CommandRejectedError } from './account-commands.ts'
import { adminCommand } from './command.ts'

const expected = [CommandRejectedError, InvalidConfigError, InvalidAdminFileError]

const write = (text: string) => void process.stdout.write(text)

/** Asks whoever sits there, or reads the next line of what is piped in. */
function terminal() {
  let input: ReturnType<typeof createInterface> | undefined
  let lines: AsyncIterator<string> | undefined
  return {
    async ask(question: string): Promise<string | undefined> {
      write(question)
      input ??= createInterface({ input: process.stdin })
      lines ??= input[Symbol.asyncIterator]()
      const { value, done } = await lines.next()
      return done ? undefined : value
    },
    close: () => input?.close(),
  }
}

/** `bun run admin …`, with the environment of the site. */
if (import.meta.main) {
  const { ask, close } = terminal()
  try {
    const config = readConfig(process.env, (path) => readFileSync(path, 'utf8'))
    const log = createLog('error', console.error)
    const now = () => new Date()
    const uid = process.getuid?.()
    const colors = process.stdout.isTTY
    process.exitCode = await adminCommand(process.argv.slice(2), { config, now, log, write, ask, uid, colors })
  } catch (error) {
    console.error(expected.some((kind) => error instanceof kind) && error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    close()
  }
}
