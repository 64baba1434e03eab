import { useCallback, useEffect, useRef, useState } from 'react'
import { errorMessage } from './errors.tsx'

export type Loaded<T> =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'loaded'; value: T; failure?: string }

/** Loads a list and loads it again on request, or when `version` changes; the shown one stays until then. Late responses are ignored. */
export function useLoaded<T>(load: () => Promise<T>, version = 0) {
  const [state, setState] = useState<Loaded<T>>({ status: 'loading' })
  const newest = useRef(0)
  const reload = useCallback(async () => {
    const turn = ++newest.current
    const next = await load().then(
      (value): Loaded<T> => ({ status: 'loaded', value }),
      (error): Loaded<T> => ({ status: 'failed', message: errorMessage(error) }),
    )
    if (turn !== newest.current) return
    setState((before) =>
      next.status === 'failed' && before.status === 'loaded' ? { ...before, failure: next.message } : next,
    )
  }, [load])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is a reason to load.
  useEffect(() => {
    reload()
    return () => {
      newest.current++
    }
  }, [reload, version])
  return { state, reload }
}
