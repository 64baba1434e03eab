import { useCallback, useEffect, useRef, useState } from 'react'
import { errorMessage } from '#client/admin/errors.tsx'
import { fetchContentProblems, fetchTerms } from '#client/api/content.ts'
import { fetchAllCards, fetchSchedule } from '#client/api/posts.ts'

import type { ContentProblems } from '#contract/content.ts'
import type { PostState } from '#contract/post-form.ts'
import type { BlogSchedule, PostCard } from '#contract/posts.ts'
import type { Term } from '#contract/terms.ts'

export type ListFilter = PostState | 'all'
export type Lists = {
  filter: ListFilter
  schedule: BlogSchedule | undefined
  posts: PostCard[]
  total: number
  categories: Term[]
  tags: Term[]
  problems: ContentProblems
}
/** The loaded part of the list: `pages` from the first one on. */
type Selection = { filter: ListFilter; pages: number }
const START: Selection = { filter: 'all', pages: 1 }

export type ListsState =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  /** `failure`: the last load failed, so the previous lists are still shown, with their filter. */
  | { status: 'loaded'; lists: Lists; failure?: { message: string; selection: Selection } }

/** The dashboard's posts, categories and tags. The shown lists stay until the new ones are loaded. Never rejects. */
export function useLists() {
  const [state, setState] = useState<ListsState>({ status: 'loading' })
  const shown = useRef(START)
  /**
   * The selection of the next reload. After a failure it is the shown one, so that no later reload changes the filter.
   */
  const wanted = useRef(START)
  const newest = useRef(0)

  const load = useCallback(async (selection: Selection) => {
    const turn = ++newest.current
    wanted.current = selection
    const loaded = await loadLists(selection).then(
      (lists) => ({ lists }),
      (error) => ({ message: errorMessage(error) }),
    )
    if (turn !== newest.current) return
    if ('lists' in loaded) {
      shown.current = selection
      setState({ status: 'loaded', ...loaded })
    } else {
      wanted.current = shown.current
      setState((before) => withFailure(before, loaded.message, selection))
    }
  }, [])

  const reload = useCallback(() => load(wanted.current), [load])
  const retry = () => {
    if (state.status === 'loaded') return load(state.failure?.selection ?? wanted.current)
    setState({ status: 'loading' })
    return reload()
  }
  useEffect(() => void reload(), [reload])
  return {
    state,
    reload,
    retry,
    loadMore: () => load({ ...wanted.current, pages: wanted.current.pages + 1 }),
    show: (filter: ListFilter) => load({ filter, pages: 1 }),
  }
}

const withFailure = (before: ListsState, message: string, selection: Selection): ListsState =>
  before.status === 'loaded' ? { ...before, failure: { message, selection } } : { status: 'failed', message }

async function loadLists({ filter, pages }: Selection): Promise<Lists> {
  const [cards, categories, tags, problems, schedule] = await Promise.all([
    Promise.all(Array.from({ length: pages }, (_, index) => fetchAllCards(index + 1, filter))),
    fetchTerms('categories'),
    fetchTerms('tags'),
    // Problems elsewhere must not prevent editing.
    fetchContentProblems().catch(() => ({ total: 0, problems: [] })),
    fetchSchedule().catch(() => undefined),
  ])
  const posts = cards.flatMap((page) => page.posts)
  return { filter, schedule, posts, total: cards[0]?.total ?? 0, categories, tags, problems }
}
