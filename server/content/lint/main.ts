import { dirname, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { type Problem, problemLine } from '#server/content/errors.ts'
import { isPostFolder } from '#server/content/file-id.ts'
import { checkContent } from './lint.ts'

export const formats = ['text', 'json', 'github'] as const
export type Format = (typeof formats)[number]

export type Report = { problems: readonly Problem[]; files: number; errors: number; warnings: number }

/** The whole output of the check: the problems, and one line (or field) that counts them. */
export const written: Readonly<Record<Format, (report: Report) => string>> = {
  text: (report) => [...report.problems.map(textLine), total(report)].join('\n'),
  json: (report) => JSON.stringify(report, null, 2),
  github: (report) => [...report.problems.map(annotation), total(report)].join('\n'),
}

const textLine = (problem: Problem) =>
  problem.severity === 'error' ? problemLine(problem) : `${problemLine(problem)} (warning)`

/** As GitHub Actions reads it: what stands in a message cannot end it, nor begin another command. */
const annotation = ({ severity, file, line, column, reason }: Problem) =>
  `::${severity} file=${property(file)},line=${line},col=${column}::${data(reason)}`

const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

const total = ({ files, errors, warnings }: Report) =>
  `${count(files, 'file')}, ${count(errors, 'error')}, ${count(warnings, 'warning')}`

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

const USAGE = `Usage: bun run content:check [--format=${formats.join('|')}] [paths]`
/** Whoever waits longer is told how far it is. */
const QUIET_MS = 1_000

/** Problems of these files and of what lies in these folders; all, where none is named. A post's picture stands for the post. */
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

/** Says on a terminal how far a long check is, on a line that is taken away again. */
function progressOn(stream: NodeJS.WriteStream) {
  const started = performance.now()
  let shown = 0
  const show = (done: number, of: number) => {
    const now = performance.now()
    if (!stream.isTTY || now - started < QUIET_MS || now - shown < 100) return
    shown = now
    stream.write(`\r${done} of ${of} files`)
  }
  const clear = () => void (shown > 0 && stream.write('\r\u001b[K'))
  return { show, clear }
}

function argumentsOf(given: string[]): { format: Format; paths: string[] } | undefined {
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

/** `bun run content:check`: prints nothing but problems and one line that counts them. Exit 1 for errors, 2 for wrong arguments. */
async function run(): Promise<number> {
  const asked = argumentsOf(process.argv.slice(2))
  if (!asked) {
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
  const shown = problemsAt(asked.paths, dir, problems)
  const errors = shown.filter(({ severity }) => severity === 'error').length
  const report: Report = { problems: shown, files, errors, warnings: shown.length - errors }
  console.log(written[asked.format](report))
  return errors > 0 ? 1 : 0
}

if (import.meta.main) process.exitCode = await run()
