import { adminPaths } from '#contract/admin-paths.ts'
import type { ContentCommits, MomentRequest, TimeMachineLink } from '#contract/time-machine.ts'
import { adminCall } from './admin-http.ts'

export async function fetchContentCommits(): Promise<ContentCommits> {
  return (await adminCall(adminPaths.timeMachine, { bearer: true })).json()
}

/** A link that shows the public pages of a moment without a login. */
export async function openTimeMachine(json: MomentRequest): Promise<TimeMachineLink> {
  return (await adminCall(adminPaths.timeMachine, { method: 'POST', json, bearer: true })).json()
}
