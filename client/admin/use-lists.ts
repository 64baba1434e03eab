import { useCallback, useEffect, useRef, useState } from 'react'
import { fetchContentProblems } from '#client/api/content.ts'
import { fetchNames } from '#client/api/names.ts'
import { fetchAllCards } from '#client/api/posts.ts'
import type { ContentProblems } from '#contract/content.ts'
import type { Name } from '#contract/names.ts'
import type { PostCard } from '#contract/posts.ts'
import { messageOf } from './message-of.ts'

export type Lists = {
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
  const newest = useRef(0)

  const reload = useCallback(async () => {
    const turn = ++newest.current
    const next = await loadLists(pages.current).then(
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

  useEffect(() => void reload(), [reload])
  return { state, reload, retry, loadMore }
}

const withFailure = (before: ListsState, message: string): ListsState =>
  before.status === 'loaded' ? { ...before, failure: message } : { status: 'failed', message }

async function loadLists(pages: number): Promise<Lists> {
  const [cards, categories, tags, problems] = await Promise.all([
    Promise.all(Array.from({ length: pages }, (_, index) => fetchAllCards(index + 1))),
    fetchNames('categories'),
    fetchNames('tags'),
    // What is wrong elsewhere must not keep anybody from writing.
    fetchContentProblems().catch(() => ({ total: 0, problems: [] })),
  ])
  return { posts: cards.flatMap((page) => page.posts), total: cards[0]?.total ?? 0, categories, tags, problems }
}
