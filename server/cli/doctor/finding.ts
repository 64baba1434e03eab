import { DeadlineError, startDeadline } from '#server/lib/deadline.ts'
import { isDiskError, OperatorError } from '#server/lib/errors.ts'

/** `not-checked`: it does not apply to this site, or what it needs did not answer. */
export type FindingState = 'ok' | 'warning' | 'problem' | 'not-checked'

/** What a check has found out. `text` says what to do where something is wrong, and contains no secret. */
export type Finding = { state: FindingState; text: string }

export type Check = { name: string; check(): Promise<Finding> }

export type CheckedFinding = Finding & { name: string }

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
  if (error instanceof OperatorError) return problem(error.message)
  const code = isDiskError(error) ? Object(error).code : 'an unexpected error'
  return problem(`could not be checked: ${code}`)
}

const SIGNS: Record<FindingState, string> = { ok: '✓', warning: '!', problem: '✗', 'not-checked': '–' }

/** One line a check. */
export function listed(findings: readonly CheckedFinding[]): string[] {
  const width = Math.max(...findings.map(({ name }) => name.length))
  return findings.map(({ name, state, text }) => `${SIGNS[state]} ${name.padEnd(width)}  ${text}`)
}
