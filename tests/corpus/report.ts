/** How many of how many are as they should be, and what is not. */
export type Score = { good: number; of: number; failures: string[] }
export type ScoresOf<Name extends string> = Record<Name, Score>
/** By name, in percent of all blogs together. */
export type Limits = Readonly<Record<string, number>>
export type Report = { blog: string; system: string; scores: ScoresOf<string> }

export const noScore = (): Score => ({ good: 0, of: 0, failures: [] })

export function count(score: Score, isGood: boolean, failure: string): void {
  score.of++
  if (isGood) score.good++
  else score.failures.push(failure)
}

/** 100 for nothing, rounded down: 100 means all. */
const percent = ({ good, of }: Score) => (of === 0 ? 100 : Math.floor((good / of) * 1000) / 10)

const scoreOf = (reports: readonly Report[], name: string): Score => {
  const all = reports.flatMap(({ scores }) => scores[name] ?? [])
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  return { good: sum(all.map(({ good }) => good)), of: sum(all.map(({ of }) => of)), failures: [] }
}

/** The measures that all blogs together are below the limit in. */
export const failedOf = (reports: readonly Report[], limits: Limits): string[] =>
  Object.entries(limits).flatMap(([name, limit]) => (percent(scoreOf(reports, name)) < limit ? [name] : []))

/** The scores as a table: a line for each blog, one for all, and the first failures of each kind. */
export function tableOf(reports: readonly Report[], limits: Limits, failuresMax: number): string {
  const names = Object.keys(limits)
  const cellOf = (score: Score) => `${percent(score)} % (${score.good}/${score.of})`
  const rows = [
    ['blog', 'system', ...names],
    ...reports.map((report) => [report.blog, report.system, ...names.map((name) => cellOf(scoreOf([report], name)))]),
    ['all', '', ...names.map((name) => cellOf(scoreOf(reports, name)))],
    ['limit', '', ...names.map((name) => `${limits[name]} %`)],
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const failed = failedOf(reports, limits)
  const verdict = failed.length === 0 ? 'Within the limits.' : `Below the limit: ${failed.join(', ')}.`
  return [...lines, ...reports.flatMap((report) => failuresIn(report, failuresMax)), '', verdict].join('\n')
}

const failuresIn = ({ blog, scores }: Report, max: number): string[] =>
  Object.entries(scores).flatMap(([name, { failures }]) => {
    if (failures.length === 0 || max === 0) return []
    const shown = failures.slice(0, max).map((one) => `  ${one}`)
    const more = failures.length > shown.length ? [`  … and ${failures.length - shown.length} more`] : []
    return ['', `${blog}, ${name}:`, ...shown, ...more]
  })
