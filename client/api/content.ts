import type { ContentProblems, ContentState } from '#contract/content.ts'
import { apiPaths } from '#contract/paths.ts'
import type { CreateTermsResult, Term } from '#contract/terms.ts'
import { call } from './http.ts'

/** Categories and tags answer the same calls (§7). */
export type TaxonomyKey = 'categories' | 'tags'

const onePaths = { categories: apiPaths.category, tags: apiPaths.tag } as const

export async function fetchTerms(kind: TaxonomyKey): Promise<Term[]> {
  return (await call(apiPaths[kind])).json()
}

/** Creates those that do not exist yet; `created` lists only the new ones (decision 13). */
export async function createTerms(kind: TaxonomyKey, names: readonly string[]): Promise<CreateTermsResult> {
  return (await call(apiPaths[kind], { method: 'POST', json: { name: names }, bearer: true })).json()
}

/** The id stays. A name that another one has is refused with 422. */
export async function renameTerm(kind: TaxonomyKey, id: string, name: string): Promise<void> {
  await call(`${onePaths[kind](id)}?_method=PUT`, { method: 'POST', json: { name }, bearer: true })
}

/** Gives the server's sentence. A category that posts use is refused with 409 (decision 13). */
export async function deleteTerm(kind: TaxonomyKey, id: string): Promise<string> {
  const answer: { message: string } = await (await call(onePaths[kind](id), { method: 'DELETE', bearer: true })).json()
  return answer.message
}

/** The tags with these names, whether new or already there: somebody else may have created one a moment ago. */
export async function findOrCreateTags(names: readonly string[]): Promise<Term[]> {
  const { created } = await createTerms('tags', names)
  return created.length === names.length ? created : fetchTerms('tags')
}

/** What is wrong with the content files at this moment. */
export async function fetchContentProblems(): Promise<ContentProblems> {
  return (await call(apiPaths.contentProblems, { bearer: true })).json()
}

/** What git makes of the saves. */
export async function fetchContentState(): Promise<ContentState> {
  return (await call(apiPaths.contentState, { bearer: true })).json()
}
