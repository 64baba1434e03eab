import { adminPaths } from '#contract/admin-paths.ts'
import type { KeepWorkingCopy, WorkingCopy, WorkingCopyHead } from '#contract/writing.ts'
import { adminCall } from './admin-http.ts'
import { ApiError } from './http.ts'

/** The administrator's unsaved texts, newest first. */
export async function fetchWorkingCopies(): Promise<WorkingCopyHead[]> {
  return (await (await adminCall(adminPaths.workingCopies, { bearer: true })).json()).working_copies
}

/** `undefined` if there is none. */
export async function fetchWorkingCopy(key: string): Promise<WorkingCopy | undefined> {
  try {
    return await (await adminCall(adminPaths.workingCopy(key), { bearer: true })).json()
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

/** Stores an unsaved text. A 409 means that another tab or device has changed it. */
export async function keepWorkingCopy(key: string, copy: KeepWorkingCopy): Promise<WorkingCopyHead> {
  return (await adminCall(adminPaths.workingCopy(key), { method: 'PUT', json: copy, bearer: true })).json()
}

/** Discards those of these keys, and says how many there were. */
export async function discardWorkingCopies(keys: readonly string[]): Promise<string> {
  const answer = await adminCall(adminPaths.discardedCopies, { method: 'POST', json: { keys }, bearer: true })
  return (await answer.json()).message
}

/** Succeeds also when there is none. */
export async function discardWorkingCopy(key: string): Promise<void> {
  try {
    await adminCall(adminPaths.workingCopy(key), { method: 'DELETE', bearer: true })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}
