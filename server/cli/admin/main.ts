import { createInterface } from 'node:readline'
import { runCommand } from '#server/cli/run-command.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/http/log.ts'
import { adminCommand } from './command.ts'

const write = (text: string) => void process.stdout.write(text)

/** Asks on the terminal, or reads the next line of what is piped in. */
function createTerminal() {
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
await runCommand(async () => {
  const { ask, close } = createTerminal()
  const options = {
    config: readConfig(process.env),
    log: createLog('error', console.error),
    now: () => new Date(),
    uid: process.getuid?.(),
    colors: process.stdout.isTTY,
  }
  return adminCommand(process.argv.slice(2), { ...options, write, ask }).finally(close)
})
