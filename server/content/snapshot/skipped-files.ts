import { basename, dirname } from 'node:path'
import type { Problem } from '#server/content/files/errors.ts'

type Loaded = { problems: readonly Problem[]; isSkipped?: true }
type Report = (file: string, reason: string, severity: 'warning') => void

const NAMES_MAX = 5

/** Names what is not read below `posts`, with the reason and what to do: one line for each reason in a folder. */
export function reportSkipped(files: ReadonlyMap<string, Loaded>, report: Report): void {
  const skipped = [...files].flatMap(([file, { isSkipped, problems }]) =>
    isSkipped ? [{ file, reason: problems[0]?.reason ?? '' }] : [],
  )
  for (const [, found] of Map.groupBy(skipped, ({ file, reason }) => `${dirname(file)}\0${reason}`)) {
    const [first] = found
    if (!first) continue
    if (found.length === 1) report(first.file, first.reason, 'warning')
    else report(dirname(first.file), `${found.length} names (${listed(found)}): ${first.reason}`, 'warning')
  }
}

function listed(found: readonly { file: string }[]): string {
  const names = found.slice(0, NAMES_MAX).map(({ file }) => basename(file))
  return found.length > NAMES_MAX ? `${names.join(', ')} …` : names.join(', ')
}
