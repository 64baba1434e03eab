import type { ContentProblems, ContentState } from '#contract/content.ts'
import { apiPaths } from '#contract/paths.ts'
import { call } from './http.ts'

/** What is wrong with the content files at this moment. */
export async function fetchContentProblems(): Promise<ContentProblems> {
  return (await call(apiPaths.contentProblems, { bearer: true })).json()
}

/** What git makes of the saves. */
export async function fetchContentState(): Promise<ContentState> {
  return (await call(apiPaths.contentState, { bearer: true })).json()
}
