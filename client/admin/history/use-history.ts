import { useCallback, useEffect, useRef, useState } from 'react'
import { errorMessage } from '#client/admin/errors.tsx'
import { fetchHistory, fetchVersion } from '#client/api/posts.ts'
import type { PostHistory, PostVersionDetail } from '#contract/history.ts'

/** `again` repeats the request. */
export type Fetched<T> =
  | { status: 'loading' }
  | { status: 'failed'; message: string; again: () => void }
  | { status: 'loaded'; value: T; again: () => void }

/** The versions of a post. `again` keeps the shown list until the new one arrives. */
export const useHistory = (id: string): Fetched<PostHistory> => useFetched(useCallback(() => fetchHistory(id), [id]))

/** One version and its changes. */
export const useVersion = (id: string, commit: string): Fetched<PostVersionDetail> =>
  useFetched(useCallback(() => fetchVersion(id, commit), [id, commit]))

/** Ignores all responses but the newest, because the arrow keys change versions quickly. */
function useFetched<T>(fetch: () => Promise<T>): Fetched<T> {
  const [state, setState] = useState<{ from: typeof fetch; done: Fetched<T> }>()
  const newest = useRef(0)
  const load = useCallback(async () => {
    const turn = ++newest.current
    const done = await fetch().then(
      (value): Fetched<T> => ({ status: 'loaded', value, again: load }),
      (error): Fetched<T> => ({ status: 'failed', message: errorMessage(error), again: load }),
    )
    if (turn === newest.current) setState({ from: fetch, done })
  }, [fetch])
  useEffect(() => {
    load()
    return () => {
      newest.current++
    }
  }, [load])
  return state?.from === fetch ? state.done : { status: 'loading' }
}
