import type { CheckedFinding } from '#contract/site-state.ts'
import { DeadlineError, startDeadline } from '#server/lib/deadline.ts'
import { DatabaseAwayError, isDiskError, OperatorError } from '#server/lib/errors.ts'
import type { MailSettings } from '#server/lib/mailer.ts'

/** What a check has found out. `text` says what to do where something is wrong, and contains no secret. */
export type Finding = Omit<CheckedFinding, 'name'>

export type Check = { name: string; check(): Promise<Finding> }

/** What the checks need to know of the environment. */
export type SiteSettings = {
  contentDir: string
  storageDir: string
  privateDir: string
  databaseUrl: string | undefined
  gitCommit: boolean
  gitPush: boolean
  gitRemote: string | undefined
  gitBranch: string | undefined
  mail: MailSettings | undefined
  publicUrl: string | undefined
}

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const warning = (text: string): Finding => ({ state: 'warning', text })
export const problem = (text: string): Finding => ({ state: 'problem', text })
export const notChecked = (text: string): Finding => ({ state: 'not-checked', text })

/** What one check may take. */
export const CHECK_LIMIT_MS = 5_000

/** Runs the checks beside each other. Never throws: a check that fails or takes too long says so. */
export function runChecks(checks: readonly Check[], limitMs = CHECK_LIMIT_MS): Promise<CheckedFinding[]> {
  return Promise.all(
    checks.map(async ({ name, check }) => {
      const deadline = startDeadline(limitMs)
      const finding = await deadline.limit(check()).catch(failureOf)
      deadline.end()
      return { name, ...finding }
    }),
  )
}

/** Messages of other errors may repeat a URL with its password. */
function failureOf(error: unknown): Finding {
  if (error instanceof DeadlineError) return notChecked('no answer within five seconds')
  if (error instanceof DatabaseAwayError) return notChecked('PostgreSQL does not answer at DATABASE_URL')
  if (error instanceof OperatorError) return problem(error.message)
  const code = isDiskError(error) ? Object(error).code : 'an unexpected error'
  return problem(`could not be checked: ${code}`)
}
