import { QueryClient, QueryClientProvider, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Spinner } from '#client/ui/base/spinner.tsx'
import { errorMessage, LoadFailed } from './errors.tsx'

/** Key of everything that a change of a post or a term may change. */
export const DASHBOARD = 'dashboard'

/**
 * A page loads what it shows when it opens and after changes, and keeps nothing when it closes: what others have changed since is
 * never shown as it was. A failure is shown at once, with a button: it is not retried unseen, nor postponed without a network.
 */
const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        gcTime: 0,
      },
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  })

/** What its children load, until they go away with the session: the next administrator of this browser sees nothing of it. */
export function DataProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  useEffect(() => () => client.clear(), [client])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** Loads once for each mount, for what is edited from then on: a later mount begins with what is stored then. */
export function useLoadedOnce<T>(load: () => Promise<T>) {
  return useQuery({
    queryKey: ['once', useId()],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
}

type Props<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isPending' | 'refetch'>
  /** Of the spinner. */
  label: string
  children: (data: T) => ReactNode
}

/** What a query has loaded: it stays while it is loaded again, and if that fails, below the reason. */
export const QueryView = <T,>({ query: { data, error, isPending, refetch }, label, children }: Props<T>) => (
  <>
    {isPending && <Spinner label={label} />}
    {error && <LoadFailed message={errorMessage(error)} onRetry={() => refetch()} />}
    {data !== undefined && children(data)}
  </>
)
