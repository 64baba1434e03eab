import { useCallback, useEffect, useRef, useState } from 'react'
import { errorMessage } from './errors.tsx'

/** The part of a list that is loaded, newest first. `next`: where older items begin; `null` at the end. */
export type Page<Item> = { items: readonly Item[]; next: string | null }
type State<Item> =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  /** `failure`: why older items could not be loaded. */
  | { status: 'loaded'; page: Page<Item>; failure?: string }
type Change<Item> = (before: State<Item>) => State<Item>

/**
 * Loads what matches a query, and older pages on request. The shown page stays until the next one is loaded; late responses are
 * ignored. `fetchPage` must be the same function in every render.
 */
export function usePagedList<Query, Item>(
  query: Query,
  fetchPage: (query: Query, before?: string) => Promise<Page<Item>>,
) {
  const [state, setState] = useState<State<Item>>({ status: 'loading' })
  const [coming, setComing] = useState<'list' | 'older'>()
  const newest = useRef(0)
  const wanted = JSON.stringify(query)

  const take = useCallback(async (what: 'list' | 'older', work: () => Promise<Change<Item>>) => {
    const turn = ++newest.current
    setComing(what)
    const change = await work()
    if (turn !== newest.current) return
    setState(change)
    setComing(undefined)
  }, [])

  const load = useCallback(
    () =>
      take('list', () =>
        fetchPage(JSON.parse(wanted)).then(
          (page) => () => ({ status: 'loaded', page }),
          (error) => () => ({ status: 'failed', message: errorMessage(error) }),
        ),
      ),
    [take, fetchPage, wanted],
  )
  useEffect(() => void load(), [load])

  const older = (before: string) =>
    take('older', () =>
      fetchPage(query, before).then(
        ({ items, next }) => inShown((shown) => ({ items: [...shown.items, ...items], next })),
        (error) => withFailure(errorMessage(error)),
      ),
    )
  const change = (edit: (items: readonly Item[]) => readonly Item[]) =>
    setState(inShown(({ items, next }) => ({ items: edit(items), next })))
  return { state, coming, load, older, change }
}
export type PagedList<Item> = Pick<
  ReturnType<typeof usePagedList<unknown, Item>>,
  'state' | 'coming' | 'load' | 'older'
>

const inShown =
  <Item>(change: (shown: Page<Item>) => Page<Item>): Change<Item> =>
  (before) =>
    before.status === 'loaded' ? { status: 'loaded', page: change(before.page) } : before

const withFailure =
  (failure: string) =>
  <Item>(before: State<Item>): State<Item> =>
    before.status === 'loaded' ? { ...before, failure } : before
