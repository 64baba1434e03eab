import type { Log } from '#server/http/log.ts'

/** What is wrong with a file, for people: the log, the dashboard and the health answer all print it the same way. */
export type Problem = {
  /** Path that an editor can click on: `content/posts/x.md`. */
  file: string
  line: number
  column: number
  reason: string
  severity: 'error' | 'warning'
}

/** `content/posts/x.md:4:8 date: "19/04/2023" is not a date (write 2023-04-19)` */
export const problemLine = ({ file, line, column, reason }: Problem) => `${file}:${line}:${column} ${reason}`

export function logProblems(problems: readonly Problem[], log: Log): void {
  for (const one of problems) log.warn('content problem', { problem: problemLine(one), severity: one.severity })
}
