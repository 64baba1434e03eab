import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, usageOf } from '#server/cli/run-command.ts'
import { initSite, nextSteps } from './init.ts'

export const USAGE = usageOf({
  synopsis: `init FOLDER [--if-empty]
  Makes the repository of your content in a new or empty folder: what this version comes with, in one commit.
  --if-empty   do nothing where the folder has a site already`,
  example: 'bun run init ../my-site',
  exitCodes: { 0: 'done', 1: 'nothing was made', 2: 'wrong arguments' },
})

const EXIT = { done: 0, usage: 2 }
const CODE = resolve(import.meta.dir, '../../..')

/** `bun run init`. Returns the exit code. Throws `OperatorError`, `GitError` and file system errors. */
export async function initCommand(args: string[], print: (line: string) => void, starter = CODE): Promise<number> {
  const { folder, ifEmpty } = parsed(args)
  if (folder === undefined) {
    print(USAGE)
    return EXIT.usage
  }
  const root = await initSite(folder, { starter, ifEmpty })
  print(root === undefined ? `${folder} has a site: nothing was changed.` : nextSteps(root))
  return EXIT.done
}

function parsed(args: string[]): { folder?: string | undefined; ifEmpty?: boolean } {
  try {
    const options = { 'if-empty': { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const [folder, ...rest] = positionals
    return rest.length > 0 ? {} : { folder, ifEmpty: values['if-empty'] }
  } catch {
    return {}
  }
}

if (import.meta.main) await runCommand(USAGE, () => initCommand(process.argv.slice(2), console.log))
