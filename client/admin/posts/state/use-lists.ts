import { useCallback, useEffect, useRef, useState } from 'react'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { fetchAuthors, fetchContentProblems, fetchTerms } from '#client/api/content.ts'
import { fetchAllCards, fetchSchedule } from '#client/api/posts.ts'
import type { ContentProblems } from '#contract/content.ts'
import type { BlogSchedule, ListedTerm, PostCard, Term } from '#contract/posts.ts'
import type { PostListQuery } from './use-post-query.ts'

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
export type Lists = Surroundings & {
  /** The query, as text, of the posts. */
  shown: string
  page: number
  posts: PostCard[]
  /** How many posts match. */
  total: number
  /** The same until something is loaded again because it may have changed. */
  surroundings: Surroundings
}

export type ListsState =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  /** `failure`: the last load failed, so the previous lists are still shown. */
  | { status: 'loaded'; lists: Lists; failure?: string }

/** The dashboard's posts, categories and tags. The shown lists stay until the new ones are loaded. Never rejects. */
export function useLists(query: PostListQuery) {
  const [state, setState] = useState<ListsState>({ status: 'loading' })
  const [isLoading, setLoading] = useState(false)
  const newest = useRef(0)
  const known = useRef<Surroundings>(undefined)
  const wanted = JSON.stringify(query)

  const load = useCallback(async (query: string, surroundings?: Surroundings) => {
    const turn = ++newest.current
    setLoading(true)
    const loaded = await loadLists(query, surroundings).then(
      (lists) => ({ lists }),
      (error) => ({ message: errorMessage(error) }),
    )
    if (turn !== newest.current) return
    setLoading(false)
    if ('lists' in loaded) {
      known.current = loaded.lists.surroundings
      setState({ status: 'loaded', ...loaded })
    } else setState((before) => withFailure(before, loaded.message))
  }, [])

  useEffect(() => void load(wanted, known.current), [load, wanted])
  // An undo is pressed later, after the URL has changed.
  const current = useRef(wanted)
  useEffect(() => {
    current.current = wanted
  }, [wanted])
  const reload = useCallback(() => load(current.current), [load])
  const retry = () => {
    if (state.status === 'failed') setState({ status: 'loading' })
    return reload()
  }
  return { state, isLoading, reload, retry }
}

const withFailure = (before: ListsState, failure: string): ListsState =>
  before.status === 'loaded' ? { ...before, failure } : { status: 'failed', message: failure }

async function loadLists(shown: string, known?: Surroundings): Promise<Lists> {
  const query: PostListQuery = JSON.parse(shown)
  const [cards, surroundings] = await Promise.all([fetchAllCards(query), known ?? loadSurroundings()])
  return { ...surroundings, ...cards, shown, page: Number(query.page ?? 1), surroundings }
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
