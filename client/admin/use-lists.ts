import { useCallback, useEffect, useRef, useState } from 'react'
import { fetchContentProblems } from '#client/api/content.ts'
import { fetchNames } from '#client/api/names.ts'
import { fetchAllCards, fetchSchedule } from '#client/api/posts.ts'
import type { ContentProblems } from '#contract/content.ts'
import type { Name } from '#contract/names.ts'
import type { BlogSchedule } from '#contract/post-times.ts'
import type { PostCard, PostState } from '#contract/posts.ts'
import { messageOf } from './message-of.ts'

/** Which posts are listed. */
export type ListFilter = PostState | 'all'
export type Lists = {
  filter: ListFilter
  schedule: BlogSchedule | undefined
  posts: PostCard[]
  total: number
  categories: Name[]
  tags: Name[]
  problems: ContentProblems
}
export type ListsState =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  /** `failure`: what is shown is older than the last change, because loading again failed. */
  | { status: 'loaded'; lists: Lists; failure?: string }

/** Posts, categories and tags of the dashboard (§7). `reload` keeps what is shown until the new lists are there; it never rejects. */
export function useLists() {
  const [state, setState] = useState<ListsState>({ status: 'loading' })
  const pages = useRef(1)
  const filter = useRef<ListFilter>('all')
  const newest = useRef(0)

  const reload = useCallback(async () => {
    const turn = ++newest.current
    const next = await loadLists(filter.current, pages.current).then(
      (lists) => () => ({ status: 'loaded' as const, lists }),
      (error) => (before: ListsState) => withFailure(before, messageOf(error)),
    )
    if (turn === newest.current) setState(next)
  }, [])

  const retry = useCallback(() => {
    setState({ status: 'loading' })
    return reload()
  }, [reload])

  const loadMore = useCallback(() => {
    pages.current++
    return reload()
  }, [reload])

  const show = useCallback(
    (wanted: ListFilter) => {
      filter.current = wanted
      pages.current = 1
      return reload()
    },
    [reload],
  )

  useEffect(() => void reload(), [reload])
  return { state, reload, retry, loadMore, show }
}

const withFailure = (before: ListsState, message: string): ListsState =>
  before.status === 'loaded' ? { ...before, failure: message } : { status: 'failed', message }

async function loadLists(filter: ListFilter, pages: number): Promise<Lists> {
  const [cards, categories, tags, problems, schedule] = await Promise.all([
    Promise.all(Array.from({ length: pages }, (_, index) => fetchAllCards(index + 1, filter))),
    fetchNames('categories'),
    fetchNames('tags'),
    // What is wrong elsewhere must not keep anybody from writing.
    fetchContentProblems().catch(() => ({ total: 0, problems: [] })),
    fetchSchedule().catch(() => undefined),
  ])
  const posts = cards.flatMap((page) => page.posts)
  return { filter, schedule, posts, total: cards[0]?.total ?? 0, categories, tags, problems }
}
