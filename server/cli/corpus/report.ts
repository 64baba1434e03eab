import { type Measure, measures, noScores, type Score, type Scores } from './measure.ts'

/** Of all posts, in percent. */
const limits: Readonly<Record<Measure, number>> = {
  ...{ live: 99, saves: 99, oneLine: 97, inPageLinks: 97, redirects: 97, clean: 97 },
}
const names: Readonly<Record<Measure, string>> = {
  ...{ live: 'live', saves: 'saved', oneLine: 'one line', inPageLinks: 'in-page links', redirects: 'redirects' },
  clean: 'clean text',
}

export type Report = { blog: string; system: string; scores: Scores }

/** 100 for nothing, rounded down: 100 means all. */
const percent = ({ good, of }: Score) => (of === 0 ? 100 : Math.floor((good / of) * 1000) / 10)

/** All blogs as one, and the measures that are below their limit. */
export function totalsOf(reports: readonly Report[]) {
  const total = noScores()
  for (const { scores } of reports)
    for (const name of measures) {
      total[name].good += scores[name].good
      total[name].of += scores[name].of
    }
  return { total, failed: measures.filter((name) => percent(total[name]) < limits[name]) }
}

/** The scores as a table: a line for each blog, one for all, and a few failures of each kind. */
export function tableOf(reports: readonly Report[], failuresMax: number): string {
  const { total, failed } = totalsOf(reports)
  const cells = (scores: Scores) =>
    measures.map((name) => `${percent(scores[name])} % (${scores[name].good}/${scores[name].of})`)
  const rows = [
    ['blog', 'system', ...measures.map((name) => names[name])],
    ...reports.map(({ blog, system, scores }) => [blog, system, ...cells(scores)]),
    ['all', '', ...cells(total)],
    ['limit', '', ...measures.map((name) => `${limits[name]} %`)],
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const examples = reports.flatMap(({ blog, scores }) =>
    measures.flatMap((name) => {
      const { failures } = scores[name]
      const shown = failures.slice(0, failuresMax).map((one) => `  ${one}`)
      const more = failures.length > shown.length ? [`  … and ${failures.length - shown.length} more`] : []
      return failures.length > 0 && failuresMax > 0 ? ['', `${blog}, ${names[name]}:`, ...shown, ...more] : []
    }),
  )
  const verdict =
    failed.length === 0 ? 'Within the limits.' : `Below the limit: ${failed.map((name) => names[name]).join(', ')}.`
  return [...lines, ...examples, '', verdict].join('\n')
}
