/** A problem with a content file and its position. */
export type ContentProblem = {
  /** As in the log: `content/posts/x.md`. */
  file: string
  /** Both start at 1. */
  line: number
  column: number
  reason: string
  severity: 'error' | 'warning'
  /** What visitors see: the last good version of the file, nothing of it, or the file as it is. */
  shown: 'last-good' | 'nothing' | 'as-it-is'
}

/** GET /api/content-problems (administrator): the total number and the first issues, errors before warnings. */
export type ContentProblems = { total: number; problems: ContentProblem[] }

/**
 * The state of git, also in `/readyz`. `diverged`: the same lines were changed locally and on the remote. `rejected`: the remote
 * changes files that the site does not accept.
 */
export type GitSummary = 'off' | 'ok' | 'waiting' | 'diverged' | 'rejected'

/** Commands to run, and the folder to run them in. */
export type Step = { where: string; commands: string[] }

/** GET /api/content-state (administrator): the state of commits and notifications. */
export type ContentState = GitState & {
  /** Present while the last attempt of mail or webhook failed. It is retried, and nothing is lost. */
  notificationsWaiting?: true
}

type GitState =
  | { git: 'off' }
  | {
      git: Exclude<GitSummary, 'off'>
      /** null when no branch is checked out. */
      branch: string | null
      /** The newest commit, abbreviated to seven characters; null when there is none. */
      commit: string | null
      /** The upstream branch, such as `origin/main`; null when GIT_PUSH is off or there is none. */
      follows: string | null
      /** Saves that are live and not yet committed, and why. */
      waiting: { saves: number; reason: string } | null
      /** Files, as git names them, whose saves stay uncommitted because another user's uncommitted work is in the same lines. */
      left: string[]
      /** The conflict between the checkout and its upstream branch; null when there is none. */
      apart: { reason: string; files: string[]; steps: Step[] } | null
    }
