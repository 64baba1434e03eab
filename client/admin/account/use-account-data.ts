import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchAccount } from '#client/api/account.ts'

/** All of the account page: a change in one section shows in others, such as the sessions that it ends. */
const ACCOUNT = 'account'

export const useAccount = () => useQuery({ queryKey: [ACCOUNT], queryFn: fetchAccount })

/** A list of the account page. */
export const useAccountList = <T>(what: string, load: () => Promise<T>) =>
  useQuery({ queryKey: [ACCOUNT, what], queryFn: load })

/** Loads all sections again. Resolves when they are shown. */
export function useReloadAccount() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [ACCOUNT] })
}
