import { adminPaths } from '#contract/admin-paths.ts'
import type { Bulk, BulkResult } from '#contract/bulk.ts'
import type { PostHistory, PostVersionDetail } from '#contract/history.ts'
import { apiPaths } from '#contract/paths.ts'
import type { PostForm } from '#contract/post-form.ts'
import type {
  BlogSchedule,
  EditablePost,
  MergeField,
  PostCard,
  PostSource,
  PreviewLink,
  SavedPost,
  StalePost,
} from '#contract/posts.ts'
import { adminCall } from './admin-http.ts'
import { ApiError } from './http.ts'

export const DASHBOARD_PAGE_POSTS = 50

/** Another user edited the same fields. Nothing was saved. */
export class PostChanged extends Error {
  readonly stale: StalePost
  constructor(stale: StalePost) {
    super(stale.message)
    this.stale = stale
  }
}

/** One page of all posts that match, including drafts and scheduled ones, and the number of all of them. */
export async function fetchAllCards(
  query: Readonly<Record<string, string>>,
): Promise<{ posts: PostCard[]; total: number }> {
  const fixed = { fields: 'card', per_page: String(DASHBOARD_PAGE_POSTS) }
  const all = new URLSearchParams({ state: 'all', page: '1', ...query, ...fixed })
  const answer = await adminCall(`${apiPaths.posts}?${all}`, { bearer: true })
  const posts: PostCard[] = await answer.json()
  return { posts, total: Number(answer.headers.get('x-total-count') ?? posts.length) }
}

/** Live posts that contain these words. */
export async function findPosts(words: string, count: number): Promise<PostCard[]> {
  const query = new URLSearchParams({ fields: 'card', q: words, page: '1', per_page: String(count) })
  return (await adminCall(`${apiPaths.posts}?${query}`)).json()
}

export const fetchSchedule = async (): Promise<BlogSchedule> =>
  (await adminCall(adminPaths.schedule, { bearer: true })).json()

/** A link that shows an unpublished post without a login. */
export const makePreviewLink = async (id: string): Promise<PreviewLink> =>
  (await adminCall(adminPaths.previews(id), { method: 'POST', bearer: true })).json()

/** Copies a post as a draft, and returns the id of the copy. */
export async function duplicatePost(id: string): Promise<string> {
  const answer = await adminCall(adminPaths.duplicates(id), { method: 'POST', bearer: true })
  const copy: Pick<PostCard, 'id'> = await answer.json()
  return copy.id
}

export async function fetchSource(id: string): Promise<PostSource> {
  const post: EditablePost = await (await adminCall(`${apiPaths.post(id)}?state=all`, { bearer: true })).json()
  return post.source
}

/** `merged`: the fields of another user's change. Throws `PostChanged` if both changed the same fields. */
export async function savePost(
  id: string | undefined,
  form: PostForm,
  image: File | undefined,
): Promise<{ id: string; merged: readonly MergeField[] }> {
  const path = id === undefined ? apiPaths.posts : `${apiPaths.post(id)}?_method=PUT`
  try {
    const answer = await adminCall(path, { method: 'POST', form: multipart(form, image), bearer: true })
    const { id: savedId, merged = [] }: Pick<SavedPost, 'id' | 'merged'> = await answer.json()
    return { id: savedId, merged }
  } catch (error) {
    throw error instanceof ApiError && error.status === 409 && isStale(error.body) ? new PostChanged(error.body) : error
  }
}

/** Returns whether the post can be restored from the trash. */
export async function deletePost(id: string): Promise<boolean> {
  const answer = await adminCall(apiPaths.post(id), { method: 'DELETE', bearer: true })
  const { restorable }: { restorable: boolean } = await answer.json()
  return restorable
}

/** Applies one action to several posts. */
export const changePosts = async (bulk: Partial<Bulk>): Promise<BulkResult> =>
  (await adminCall(adminPaths.bulk, { method: 'POST', json: bulk, bearer: true })).json()

/** `tags[]` is repeated; the image is present only if one was chosen. */
function multipart({ tags, ...texts }: PostForm, image: File | undefined): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) if (text !== undefined) form.append(name, text)
  for (const tag of tags) form.append('tags[]', tag)
  if (image) form.append('image', image)
  return form
}

const isStale = (body: unknown): body is StalePost =>
  typeof body === 'object' && body !== null && 'current' in body && 'overlaps' in body

export async function fetchHistory(id: string): Promise<PostHistory> {
  return (await adminCall(adminPaths.history(id), { bearer: true })).json()
}

/** `from`: the version to compare it with; otherwise the one before. */
export async function fetchVersion(id: string, commit: string, from?: string): Promise<PostVersionDetail> {
  const query = from === undefined ? '' : `?${new URLSearchParams({ from })}`
  return (await adminCall(adminPaths.version(id, commit) + query, { bearer: true })).json()
}

/** Restores an old version. `revision` is the file's revision when the history was loaded. */
export async function restoreVersion(id: string, commit: string, revision: string): Promise<void> {
  await adminCall(adminPaths.restore(id, commit), { method: 'POST', json: { revision }, bearer: true })
}
