/** Something that is wrong with a content file, at a place in it. */
export type ContentProblem = {
  /** As the log has it: `content/posts/x.md`. */
  file: string
  /** Both count from 1. */
  line: number
  column: number
  reason: string
  severity: 'error' | 'warning'
  /** What visitors see meanwhile: the file as it last was when it was good, nothing of it, or the file as it is. */
  shown: 'last-good' | 'nothing' | 'as-it-is'
}

/** GET /api/content-problems (administrator): how many there are, and the first of them, errors before warnings. */
export type ContentProblems = { total: number; problems: ContentProblem[] }
