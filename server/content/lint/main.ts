import { dirname, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { isPostFolder } from '#server/content/content-files.ts'
import { type Problem, problemLine } from '#server/content/errors.ts'
import { checkContent } from './lint.ts'

export const formats = ['text', 'json', 'github'] as const
export type Format = (typeof formats)[number]

export type Report = { problems: readonly Problem[]; files: number; errors: number; warnings: number }

/** The output: the problems and their number. */
export const formatters: Readonly<Record<Format, (report: Report) => string>> = {
  text: (report) => [...report.problems.map(textLine), total(report)].join('\n'),
  json: (report) => JSON.stringify(report, null, 2),
  github: (report) => [...report.problems.map(annotation), total(report)].join('\n'),
}

const textLine = (problem: Problem) =>
  problem.severity === 'error' ? problemLine(problem) : `${problemLine(problem)} (warning)`

/** A GitHub Actions annotation. The escapes keep a message from starting another command. */
const annotation = ({ severity, file, line, column, reason }: Problem) =>
  `::${severity} file=${property(file)},line=${line},col=${column}::${data(reason)}`

const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

const total = ({ files, errors, warnings }: Report) =>
  `${count(files, 'file')}, ${count(errors, 'error')}, ${count(warnings, 'warning')}`

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

const USAGE = `Usage: bun run content:check [--format=${formats.join('|')}] [paths]`
/** Progress is shown after this time. */
const PROGRESS_AFTER_MS = 1_000

/** The problems of these files and folders, or all without paths. A co-located image selects its post. */
export function problemsAt(paths: readonly string[], dir: string, problems: readonly Problem[]): Problem[] {
  if (paths.length === 0) return [...problems]
  const wanted = paths.map((path) => resolve(path)).map((path) => (isColocatedImage(dir, path) ? dirname(path) : path))
  return problems.filter(({ file }) => {
    const path = resolve(file)
    return wanted.some((one) => path === one || path.startsWith(one + sep))
  })
}

const isColocatedImage = (dir: string, path: string) =>
  isPostFolder(relative(resolve(dir), dirname(path)).replaceAll(sep, '/').concat('/index.md'))

/** Shows the progress of a long check on a line of the terminal, and clears it at the end. */
function progressOn(stream: NodeJS.WriteStream) {
  const started = performance.now()
  let shown = 0
  const show = (done: number, of: number) => {
    const now = performance.now()
    if (!stream.isTTY || now - started < PROGRESS_AFTER_MS || now - shown < 100) return
    shown = now
    stream.write(`\r${done} of ${of} files`)
  }
  const clear = () => void (shown > 0 && stream.write('\r\u001b[K'))
  return { show, clear }
}

function parseArguments(given: string[]): { format: Format; paths: string[] } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: given,
      options: { format: { type: 'string', default: 'text' } },
      allowPositionals: true,
    })
    const format = formats.find((one) => one === values.format)
    return format && { format, paths: positionals }
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
  const dir = process.env.CONTENT_DIR ?? 'content'
  const progress = progressOn(process.stderr)
  const { problems, files } = await checkContent({
    dir,
    storageDir: process.env.STORAGE_DIR ?? 'storage',
    progress: progress.show,
  })
  progress.clear()
  const shown = problemsAt(args.paths, dir, problems)
  const errors = shown.filter(({ severity }) => severity === 'error').length
  const report: Report = { problems: shown, files, errors, warnings: shown.length - errors }
  console.log(formatters[args.format](report))
  return errors > 0 ? 1 : 0
}

if (import.meta.main) process.exitCode = await run()
