import { adminPaths } from '#contract/admin-paths.ts'
import type { Term } from '#contract/posts.ts'
import type { AllTerms, ChangeTerm, EditedPosts, MergeTerm } from '#contract/terms.ts'
import { adminCall } from './admin-http.ts'
import type { TaxonomyKey } from './content.ts'
import { ApiError } from './http.ts'

const paths = {
  categories: { one: adminPaths.category, merge: adminPaths.mergeCategory },
  tags: { one: adminPaths.tag, merge: adminPaths.mergeTag },
} as const

/** Somebody has posts of the term open. Nothing was changed. */
export class PostsAreEdited extends Error {
  readonly posts: EditedPosts['posts']
  constructor({ message, posts }: EditedPosts) {
    super(message)
    this.posts = posts
  }
}

/** All categories and tags, with the number of their posts. */
export async function fetchAllTerms(): Promise<AllTerms> {
  return (await adminCall(adminPaths.terms, { bearer: true })).json()
}

/** Returns the id and the name from now on. A name or an address in use is rejected with 422. */
export async function changeTerm(kind: TaxonomyKey, id: string, change: ChangeTerm): Promise<Term> {
  const path = `${paths[kind].one(id)}?_method=PUT`
  return (await adminCall(path, { method: 'POST', json: change, bearer: true })).json()
}

/** Returns the server's message. Throws `PostsAreEdited`. */
export async function mergeTerm(kind: TaxonomyKey, id: string, merge: MergeTerm): Promise<string> {
  try {
    const answer = await adminCall(paths[kind].merge(id), { method: 'POST', json: merge, bearer: true })
    const { message }: { message: string } = await answer.json()
    return message
  } catch (error) {
    throw error instanceof ApiError && error.status === 409 && isEdited(error.body)
      ? new PostsAreEdited(error.body)
      : error
  }
}

const isEdited = (body: unknown): body is EditedPosts =>
  typeof body === 'object' && body !== null && 'posts' in body && Array.isArray(body.posts)
