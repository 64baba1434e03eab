import { join, relative } from 'node:path'
import type { ContentProblem } from '#contract/content.ts'
import { problemLine } from '#server/content/files/errors.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'

/** The problems of the content files, each once, errors first. Paths are relative to the content folder; its own is `.`. */
export function listProblems({ problems, lastGood }: Snapshot, dir: string): ContentProblem[] {
  const each = new Map(problems.map((one) => [problemLine(one), one]))
  const errorsFirst = [...each.values()].toSorted((a, b) => a.severity.localeCompare(b.severity))
  return errorsFirst.map(({ file, line, column, reason, severity }) => {
    const shown = severity === 'warning' ? 'as-it-is' : lastGood.has(file) ? 'last-good' : 'nothing'
    return { file: relative(dir, join(file)) || '.', line, column, reason, severity, shown }
  })
}
