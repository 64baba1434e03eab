import { useCallback, useEffect, useRef, useState } from 'react'
import { errorMessage } from './errors.tsx'

/** The part of a list that is loaded, newest first. `next`: where older items begin; `null` at the end. */
export type Page<Item> = { items: readonly Item[]; next: string | null }
type State<Item> =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  /** `wanted`: the query that it is the response to. */
  | { status: 'loaded'; wanted: string; page: Page<Item>; failure?: Failure }
/** Why the list could not be loaded again, or older items not loaded. */
type Failure = { of: 'list' | 'older'; message: string }
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
          (page) => () => ({ status: 'loaded', wanted, page }),
          (error) => withFailure({ of: 'list', message: errorMessage(error) }, wanted),
        ),
      ),
    [take, fetchPage, wanted],
  )
  useEffect(() => void load(), [load])

  const older = (before: string) =>
    take('older', () =>
      fetchPage(query, before).then(
        ({ items, next }) => inShown((shown) => ({ items: [...shown.items, ...items], next })),
        (error) => withFailure({ of: 'older', message: errorMessage(error) }, wanted),
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
    before.status === 'loaded' ? { status: 'loaded', wanted: before.wanted, page: change(before.page) } : before

/** What is shown stays if it is what was asked for. */
const withFailure =
  (failure: Failure, wanted: string) =>
  <Item>(before: State<Item>): State<Item> =>
    before.status === 'loaded' && before.wanted === wanted
      ? { ...before, failure }
      : { status: 'failed', message: failure.message }
