import { useQuery } from '@tanstack/react-query'
import { DASHBOARD } from '#client/admin/shared/data.tsx'
import { fetchContentState } from '#client/api/content.ts'
import type { ContentState } from '#contract/content.ts'

const EVERY_MS = 30_000

/** Loaded with the lists of the dashboard, and every 30 s while the page is visible. Failed requests keep the last state. */
export function useContentState(enabled: boolean): ContentState | undefined {
  const { data } = useQuery({
    queryKey: [DASHBOARD, 'content-state'],
    queryFn: fetchContentState,
    enabled,
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: 'always',
  })
  return data
}
