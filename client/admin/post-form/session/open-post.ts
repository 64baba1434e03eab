import { fetchAuthors, fetchTerms } from '#client/api/content.ts'
import { ApiError } from '#client/api/http.ts'
import { fetchSource } from '#client/api/posts.ts'
import { fetchWorkingCopies, fetchWorkingCopy } from '#client/api/working-copies.ts'
import { WORKING_COPY_KEY } from '#contract/post-form.ts'
import type { PostSource, Term } from '#contract/posts.ts'
import type { WorkingCopy, WorkingCopyHead } from '#contract/writing.ts'

/** What the writing page begins with. */
export type Opened = {
  source: PostSource | undefined
  /** Of the working copy, stored or not. */
  key: string
  copy: WorkingCopy | undefined
  /** The URL names the working copy, so it is shown at once; otherwise it is offered. */
  isAsked: boolean
  /** The id of the post that the text was written for, if it was deleted meanwhile. */
  deleted?: string
  /** New posts that were never saved. */
  others: readonly WorkingCopyHead[]
  categories: readonly Term[]
  tags: readonly Term[]
  authors: readonly Term[]
}

const COPY_PARAMETER = 'text'

/** The URL of the working copy of a new post. */
export const newPostUrl = (path: string, key: string) => `${path}?${COPY_PARAMETER}=${key}`

/** Loads a post, or begins a new one, with the administrator's working copy of it. Rejects with `ApiError`. */
export async function openPost(id: string | undefined, search: string): Promise<Opened> {
  const [categories, tags, authors, work] = await Promise.all([
    fetchTerms('categories'),
    fetchTerms('tags'),
    fetchAuthors().catch(() => []),
    id === undefined ? openNew(new URLSearchParams(search).get(COPY_PARAMETER) ?? '') : openStored(id),
  ])
  return { ...work, categories, tags, authors }
}

async function openStored(id: string) {
  const [source, heads] = await Promise.all([fetchSource(id).catch(unlessMissing), fetchWorkingCopies()])
  if (source instanceof ApiError) return openDeleted(id, source)
  const key = `post-${source.id}`
  const copy = heads.some((one) => one.key === key) ? await fetchWorkingCopy(key) : undefined
  return { source, key, copy, isAsked: false, others: [] }
}

/** What the administrator has written about a post that is deleted. Rejects with `missing` if there is nothing. */
async function openDeleted(id: string, missing: ApiError) {
  const key = `post-${id}`
  const copy = await fetchWorkingCopy(key)
  if (!copy) throw missing
  return { source: undefined, key, copy, isAsked: true, deleted: id, others: [] }
}

function unlessMissing(error: unknown): ApiError {
  if (error instanceof ApiError && error.status === 404) return error
  throw error
}

async function openNew(named: string) {
  const isNamed = WORKING_COPY_KEY.test(named) && named.startsWith('new-')
  const key = isNamed ? named : newKey()
  const all = await fetchWorkingCopies()
  const copy = all.some((one) => one.key === key) ? await fetchWorkingCopy(key) : undefined
  const others = all.filter((one) => one.key.startsWith('new-') && one.key !== key)
  return { source: undefined, key, copy, isAsked: true, others }
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return `new-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
