import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DASHBOARD } from '#client/admin/shared/data.tsx'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { fetchAuthors, fetchContentProblems, fetchTerms } from '#client/api/content.ts'
import { fetchAllCards, fetchSchedule } from '#client/api/posts.ts'
import type { ContentProblems } from '#contract/content.ts'
import type { BlogSchedule, ListedTerm, PostCard, Term } from '#contract/posts.ts'
import type { PostListQuery } from './use-post-query.ts'

type ShownPosts = {
  /** The query, as text, of the posts. */
  shown: string
  page: number
  posts: PostCard[]
  /** How many posts match. */
  total: number
}
/** What is around the list of posts, whichever posts it shows. */
type Surroundings = {
  /** `undefined` if it could not be loaded. */
  schedule: BlogSchedule | undefined
  categories: ListedTerm[]
  tags: ListedTerm[]
  /** Those with a page. */
  authors: Term[]
  problems: ContentProblems
}
export type Lists = ShownPosts & Surroundings

/** The dashboard's posts, categories and tags. The shown posts stay until others are loaded, also if that fails. */
export function useLists(query: PostListQuery) {
  const client = useQueryClient()
  const posts = useQuery({ queryKey: [DASHBOARD, 'posts', query], queryFn: () => loadPosts(query) })
  const surroundings = useQuery({ queryKey: [DASHBOARD, 'surroundings'], queryFn: loadSurroundings })
  const [last, setLast] = useState<ShownPosts>()
  if (posts.data && posts.data !== last) setLast(posts.data)
  const shown = posts.data ?? last
  const error = posts.error ?? surroundings.error
  return {
    /** `undefined` until everything is loaded. */
    lists: shown && surroundings.data && { ...surroundings.data, ...shown },
    loadFailure: error ? errorMessage(error) : undefined,
    isLoading: posts.isFetching,
    reload: () => client.invalidateQueries({ queryKey: [DASHBOARD] }),
  }
}

async function loadPosts(query: PostListQuery): Promise<ShownPosts> {
  return { ...(await fetchAllCards(query)), shown: JSON.stringify(query), page: Number(query.page ?? 1) }
}

async function loadSurroundings(): Promise<Surroundings> {
  const [categories, tags, authors, problems, schedule] = await Promise.all([
    fetchTerms('categories'),
    fetchTerms('tags'),
    // Problems elsewhere must not prevent editing.
    fetchAuthors().catch(() => []),
    fetchContentProblems().catch(() => ({ total: 0, problems: [] })),
    fetchSchedule().catch(() => undefined),
  ])
  return { categories, tags, authors, problems, schedule }
}
