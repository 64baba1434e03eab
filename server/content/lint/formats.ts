import { type Problem, problemLine } from '#server/content/problem.ts'

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
