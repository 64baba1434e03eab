import { parseArgs } from 'node:util'
import { checkContent } from '#server/content/lint.ts'
import { renderedChecks } from './rendered-checks.ts'
import { formatters, problemsAt } from './report.ts'

const USAGE = `Usage: bun run content:check [--format=${Object.keys(formatters).join('|')}] [--all] [paths]`

function parseArguments(args: string[]) {
  try {
    const options = { format: { type: 'string', default: 'text' }, all: { type: 'boolean', default: false } } as const
    const { values, positionals: paths } = parseArgs({ args, options, allowPositionals: true })
    const format = (Object.keys(formatters) as (keyof typeof formatters)[]).find((one) => one === values.format)
    return format && { format, all: values.all, paths }
  } catch {
    return undefined
  }
}

/** `bun run content:check`: prints the problems and their number. Exit code 1 for errors, 2 for invalid arguments. */
async function run(): Promise<number> {
  const args = parseArguments(process.argv.slice(2))
  if (!args) {
    console.error(USAGE)
    return 2
  }
  const { CONTENT_DIR: dir = 'content', STORAGE_DIR: storageDir = 'storage' } = process.env
  const { problems: all, ...counts } = await checkContent({ dir, storageDir, rendered: renderedChecks })
  const problems = problemsAt(args.paths, dir, all)
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const report = { problems, ...counts, errors, warnings: problems.length - errors }
  console.log(formatters[args.format](report, args.all))
  return errors > 0 ? 1 : 0
}

if (import.meta.main) process.exitCode = await run()
