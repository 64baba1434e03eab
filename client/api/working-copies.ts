import { adminPaths } from '#contract/admin-paths.ts'
import type { KeepWorkingCopy, WorkingCopy, WorkingCopyHead } from '#contract/writing.ts'
import { ApiError, call } from './http.ts'

/** The administrator's unsaved texts, newest first. */
export async function fetchWorkingCopies(): Promise<WorkingCopyHead[]> {
  return (await (await call(adminPaths.workingCopies, { bearer: true })).json()).working_copies
}

/** `undefined` if there is none. */
export async function fetchWorkingCopy(key: string): Promise<WorkingCopy | undefined> {
  try {
    return await (await call(adminPaths.workingCopy(key), { bearer: true })).json()
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

/** Stores an unsaved text. A 409 means that another tab or device has changed it. */
export async function keepWorkingCopy(key: string, copy: KeepWorkingCopy): Promise<WorkingCopyHead> {
  return (await call(adminPaths.workingCopy(key), { method: 'PUT', json: copy, bearer: true })).json()
}

/** Succeeds also when there is none. */
export async function discardWorkingCopy(key: string): Promise<void> {
  try {
    await call(adminPaths.workingCopy(key), { method: 'DELETE', bearer: true })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}
