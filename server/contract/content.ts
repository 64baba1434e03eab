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

/**
 * How git stands to the content, in a word: `/readyz` says it, too. `diverged`: the same lines were changed here and on the
 * remote. `rejected`: the remote changes files that the site does not take over.
 */
export type GitSummary = 'off' | 'ok' | 'waiting' | 'diverged' | 'rejected'

/** Commands to type, and where. */
export type Step = { where: string; commands: string[] }

/** GET /api/content-state (administrator): what git makes of the saves, and whether notifications arrive. */
export type ContentState = GitState & {
  /** Present while the last attempt of mail or webhook failed. It is retried, and nothing is lost. */
  notificationsWaiting?: true
}

type GitState =
  | { git: 'off' }
  | {
      git: Exclude<GitSummary, 'off'>
      /** null where no branch is checked out. */
      branch: string | null
      /** The newest commit, in seven letters; null where there is none. */
      commit: string | null
      /** The branch that it is kept in step with: `origin/main`; null where GIT_PUSH is off, or where it follows none. */
      follows: string | null
      /** Saves that are live and in no commit yet, and why. */
      waiting: { saves: number; reason: string } | null
      /** Files, as git names them, whose saves stay uncommitted: somebody's own work stands in the same lines. */
      left: string[]
      /** What stands between the checkout and the branch that it follows; null where nothing does. */
      apart: { reason: string; files: string[]; steps: Step[] } | null
    }
