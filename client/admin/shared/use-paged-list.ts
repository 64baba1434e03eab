import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from './errors.tsx'

/** A part of a list, newest first. `next`: where older items begin; `null` at the end. */
export type Page<Item> = { items: readonly Item[]; next: string | null }

/**
 * What matches a query, with older pages on request. The shown items stay while others are loaded, and if that fails: with another
 * query, only until its response. To refresh the list loads all pages that are shown again.
 */
export function usePagedList<Item>(key: readonly unknown[], fetchPage: (before?: string) => Promise<Page<Item>>) {
  const client = useQueryClient()
  const { data, error, isPending, isFetching, isFetchingNextPage, isFetchNextPageError, refetch, fetchNextPage } =
    useInfiniteQuery({
      queryKey: key,
      queryFn: ({ pageParam }) => fetchPage(pageParam),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next,
      placeholderData: keepPreviousData,
    })
  const message = error ? errorMessage(error) : undefined
  return {
    /** `undefined` until something is loaded. */
    items: data?.pages.flatMap(({ items }) => items),
    hasOlder: data?.pages.at(-1)?.next != null,
    isPending,
    coming: isFetchingNextPage ? 'older' : isFetching ? 'list' : undefined,
    failure: isFetchNextPageError ? undefined : message,
    olderFailure: isFetchNextPageError ? message : undefined,
    load: () => void refetch(),
    older: () => void fetchNextPage(),
    /** Changes the items of each page, the newest page first. */
    change(edit: (items: readonly Item[], page: number) => readonly Item[]) {
      client.setQueryData<InfiniteData<Page<Item>>>(
        key,
        (shown) =>
          shown && { ...shown, pages: shown.pages.map((page, at) => ({ ...page, items: edit(page.items, at) })) },
      )
    },
  } as const
}
export type PagedList<Item> = Omit<ReturnType<typeof usePagedList<Item>>, 'change'>
