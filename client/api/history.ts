import type { PostHistory, PostVersionDetail } from '#contract/history.ts'
import { apiPaths } from '#contract/paths.ts'
import { call } from './http.ts'

/** The versions of a post that git has kept, newest first. */
export async function fetchHistory(id: string): Promise<PostHistory> {
  return (await call(apiPaths.history(id), { bearer: true })).json()
}

/** One version, and what it changed. */
export async function fetchVersion(id: string, commit: string): Promise<PostVersionDetail> {
  return (await call(apiPaths.version(id, commit), { bearer: true })).json()
}

/** Makes an old version the newest one. `revision` is what the file held when its history was fetched. */
export async function restoreVersion(id: string, commit: string, revision: string): Promise<void> {
  await call(apiPaths.restore(id, commit), { method: 'POST', json: { revision }, bearer: true })
}
