import { QueryClient } from '@tanstack/react-query'

/**
 * The data of one session. What is shown is loaded again when a page opens and after changes. A failure is shown at once, with a
 * button: it is not retried behind the administrator's back, and without a network it is not postponed.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false },
      mutations: { networkMode: 'always' },
    },
  })
