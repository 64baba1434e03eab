import { dirname, relative, resolve, sep } from 'node:path'
import { type Problem, problemLine } from '#server/content/files/errors.ts'
import { isPostFolder } from '#server/content/files/post-names.ts'
import { groupOf } from '#server/content/lint.ts'

export type Report = {
  /** What the problems are reported for; empty: all files. */
  paths: readonly string[]
  problems: readonly Problem[]
  posts: { read: number; found: number }
  files: number
  errors: number
  warnings: number
}

/** The output: the problems and their number. */
export const formatters = {
  text: (report: Report, isComplete = true) => asLines(isComplete ? report : grouped(report), asText),
  /** All problems, however many there are. */
  json: (report: Report) => JSON.stringify(report, null, 2),
  github: (report: Report) => asLines(report, annotation),
}

const asText = (one: Problem) => problemLine(one) + (one.severity === 'error' ? '' : ' (warning)')

/** Of more equal problems, the first ones are printed, and how many follow. */
const SAME_MAX = 10
const SHOWN_OF_MANY = 3

function grouped(report: Report): Report & { more: string[] } {
  const groups = [...Map.groupBy(report.problems, groupOf)].filter(([, { length }]) => length > SAME_MAX)
  const hidden = new Set(groups.flatMap(([, many]) => many.slice(SHOWN_OF_MANY)))
  const more = groups.map(([, many]) => {
    const [first] = many
    const kind = first ? `${first.reason}${first.severity === 'error' ? '' : ' (warning)'}` : ''
    return `… and ${many.length - SHOWN_OF_MANY} more like this: ${kind}`
  })
  return { ...report, problems: report.problems.filter((one) => !hidden.has(one)), more }
}

/** A GitHub Actions annotation. The escapes keep a message from starting another command. */
const annotation = ({ severity, file, line, column, reason }: Problem) =>
  `::${severity} file=${property(file)},line=${line},col=${column}::${data(reason)}`

const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

type Lines = Report & { more?: readonly string[] }

function asLines(
  { paths, problems, posts, files, errors, warnings, more = [] }: Lines,
  lineOf: (problem: Problem) => string,
) {
  const found = `${count(errors, 'error')}, ${count(warnings, 'warning')}`
  const all = count(files, 'file')
  // Links lead from file to file, so all are read in any case.
  const total =
    paths.length === 0 ? `${all}, ${found}` : `${found} in ${paths.map(onOneLine).join(', ')} (all ${all} were read)`
  return [...problems.map(lineOf), ...more, `${posts.read} of ${count(posts.found, 'post')} read`, total].join('\n')
}

const onOneLine = (path: string) => path.replace(/\p{Cc}/gu, ' ')

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** The problems of these files and folders, or all without paths. A co-located image selects its post. */
export function problemsAt(paths: readonly string[], dir: string, problems: readonly Problem[]): readonly Problem[] {
  const isInPostFolder = (path: string) => isPostFolder(`${relative(resolve(dir), dirname(path))}/index.md`)
  const wanted = paths.map((path) => resolve(path)).map((path) => (isInPostFolder(path) ? dirname(path) : path))
  return paths.length === 0
    ? problems
    : problems.filter(({ file }) => wanted.some((one) => `${resolve(file)}${sep}`.startsWith(one + sep)))
}
