import { adminPaths } from '#contract/admin-paths.ts'
import type {
  ContentFile,
  ContentProblem,
  ContentProblems,
  ContentState,
  InvalidContentFile,
  RepairContentFile,
} from '#contract/content.ts'
import { apiPaths } from '#contract/paths.ts'
import type { CreateTermsResult, ListedTerm, Term } from '#contract/posts.ts'
import type { StuckSave, StuckSaves } from '#contract/stuck-saves.ts'
import { adminCall } from './admin-http.ts'
import { ApiError } from './http.ts'

/** Categories and tags have the same endpoints. */
export type TaxonomyKey = 'categories' | 'tags'

const onePaths = { categories: adminPaths.category, tags: adminPaths.tag } as const

/** All of them, also those that only posts name. */
export async function fetchTerms(kind: TaxonomyKey): Promise<ListedTerm[]> {
  return (await adminCall(`${apiPaths[kind]}?state=all`, { bearer: true })).json()
}

/** All authors with a file, also those that no live post names. */
export async function fetchAuthors(): Promise<Term[]> {
  return (await adminCall(`${apiPaths.authors}?state=all`, { bearer: true })).json()
}

/** Creates the terms that do not exist yet; `created` lists only those. */
export async function createTerms(kind: TaxonomyKey, names: readonly string[]): Promise<CreateTermsResult> {
  return (await adminCall(apiPaths[kind], { method: 'POST', json: { name: names }, bearer: true })).json()
}

/** The id stays the same. A name in use is rejected with 422. */
export async function renameTerm(kind: TaxonomyKey, id: string, name: string): Promise<void> {
  await adminCall(`${onePaths[kind](id)}?_method=PUT`, { method: 'POST', json: { name }, bearer: true })
}

/** Returns the server's message. A category with posts is rejected with 409. */
export async function deleteTerm(kind: TaxonomyKey, id: string): Promise<string> {
  const answer: { message: string } = await (
    await adminCall(onePaths[kind](id), { method: 'DELETE', bearer: true })
  ).json()
  return answer.message
}

/** Takes back terms that were created within the last hour. Returns the server's message. One that is used or changed is rejected with 409. */
export async function undoTerms(undo: readonly string[]): Promise<string> {
  const answer = await adminCall(adminPaths.undoneTerms, { method: 'POST', json: { undo }, bearer: true })
  const { message }: { message: string } = await answer.json()
  return message
}

/** Returns the terms with these names, new or existing. Another user may have created one a moment ago. */
export async function findOrCreateTerms(
  kind: TaxonomyKey,
  names: readonly string[],
  onCreated?: (result: CreateTermsResult) => void,
): Promise<Term[]> {
  const path = onCreated ? `${apiPaths[kind]}?undo=true` : apiPaths[kind]
  const answer = await adminCall(path, { method: 'POST', json: { name: names }, bearer: true })
  const result: CreateTermsResult = await answer.json()
  const { created } = result
  if (created.length > 0) onCreated?.(result)
  return created.length === names.length ? created : fetchTerms(kind)
}

export async function fetchContentProblems(): Promise<ContentProblems> {
  return (await adminCall(adminPaths.contentProblems, { bearer: true })).json()
}

/** A content file that has problems, with its text. */
export async function fetchContentFile(file: string): Promise<ContentFile> {
  return (await adminCall(`${adminPaths.contentFile}?${new URLSearchParams({ file })}`, { bearer: true })).json()
}

/** Returns the problems that the text still has: then nothing was stored. */
export async function repairContentFile(repair: RepairContentFile): Promise<readonly ContentProblem[]> {
  try {
    await adminCall(adminPaths.contentFile, { method: 'PUT', json: repair, bearer: true })
    return []
  } catch (error) {
    if (error instanceof ApiError && isInvalidFile(error.body)) return error.body.problems
    throw error
  }
}

const isInvalidFile = (body: unknown): body is InvalidContentFile =>
  typeof body === 'object' && body !== null && 'problems' in body && Array.isArray(body.problems)

export async function fetchStuckSaves(): Promise<StuckSave[]> {
  const { saves }: StuckSaves = await (await adminCall(adminPaths.stuckSaves, { bearer: true })).json()
  return saves
}

/** Applies the save to the current files. */
export async function applyStuckSave(id: string): Promise<void> {
  await adminCall(adminPaths.applyStuckSave(id), { method: 'POST', bearer: true })
}

export async function discardStuckSave(id: string): Promise<void> {
  await adminCall(adminPaths.stuckSave(id), { method: 'DELETE', bearer: true })
}

export async function fetchContentState(): Promise<ContentState> {
  return (await adminCall(adminPaths.contentState, { bearer: true })).json()
}
