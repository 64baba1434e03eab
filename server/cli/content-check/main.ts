import { existsSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { checkText } from '#server/blog/render/check-text.ts'
import { runCommand, usageOf } from '#server/cli/run-command.ts'
import { onStandardError, sayWhichSite } from '#server/cli/which-site.ts'
import { InvalidContentFolderError } from '#server/content/files/errors.ts'
import { checkContent } from '#server/content/lint.ts'
import { createTermFiles } from './fix-terms.ts'
import { formatters, problemsAt } from './report.ts'

export const USAGE = usageOf({
  synopsis: `content:check [--format=${Object.keys(formatters).join('|')}] [--all] [--fix] [PATH …]
  Checks content files, links and images. The whole folder is read in any case; with paths, problems of these alone are reported.
  --all   lists every problem
  --fix   creates the files of missing categories and tags first`,
  example: 'bun run content:check content/posts/bread.md',
  exitCodes: { 0: 'no errors', 1: 'errors', 2: 'wrong arguments' },
})

function parseArguments(args: string[]) {
  try {
    const flag = { type: 'boolean', default: false } as const
    const options = { format: { type: 'string', default: 'text' }, all: flag, fix: flag } as const
    const { values, positionals: paths } = parseArgs({ args, options, allowPositionals: true })
    const format = (Object.keys(formatters) as (keyof typeof formatters)[]).find((one) => one === values.format)
    return format && { ...values, format, paths }
  } catch {
    return undefined
  }
}

const EXIT_USAGE = 2

const isContent = (path: string, dir: string): boolean =>
  existsSync(path) && `${resolve(path)}${sep}`.startsWith(`${resolve(dir)}${sep}`)

/** Says what it wrote where the output of other formats is not disturbed. */
async function fix(dir: string): Promise<void> {
  try {
    for (const line of await createTermFiles(dir)) console.error(line)
  } catch (error) {
    // The check names it.
    if (!(error instanceof InvalidContentFolderError)) throw error
  }
}

/** `bun run content:check`: prints the problems and their number. `--fix` creates missing categories and tags first. Exit code 1 for errors, 2 for invalid arguments. */
async function run(): Promise<number> {
  const args = parseArguments(process.argv.slice(2))
  if (!args) {
    console.error(USAGE)
    return EXIT_USAGE
  }
  const { CONTENT_DIR: dir = 'content', STORAGE_DIR: storageDir = 'storage' } = process.env
  await sayWhichSite({ contentDir: dir, storageDir }, onStandardError)
  const unknown = args.paths.find((path) => !isContent(path, dir))
  if (unknown !== undefined) {
    console.error(`${unknown} is no file or folder in ${dir}: nothing was checked.`)
    return EXIT_USAGE
  }
  if (args.fix) await fix(dir)
  const { problems: all, ...counts } = await checkContent({ dir, storageDir, checkText })
  const problems = problemsAt(args.paths, dir, all)
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const report = { paths: args.paths, problems, ...counts, errors, warnings: problems.length - errors }
  console.log(formatters[args.format](report, args.all))
  return errors > 0 ? 1 : 0
}

if (import.meta.main) await runCommand(USAGE, run)
