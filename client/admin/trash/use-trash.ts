import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '#client/admin/shared/use-action.ts'
import { useUrlQuery } from '#client/admin/shared/use-list-filters.ts'
import { fetchTrash, restoreDeleted } from '#client/api/trash.ts'
import { useToast } from '#client/ui/overlay/toast.tsx'
import type { DeletedPost } from '#contract/trash.ts'

/** One page of the trash, which is in the URL, and restoring from it. */
export function useTrash() {
  const page = Number(useUrlQuery().query.get('page') ?? 1) || 1
  const trash = useQuery({
    queryKey: ['trash', page],
    queryFn: () => fetchTrash(page),
    placeholderData: keepPreviousData,
  })
  const toast = useToast()
  const [restored, setRestored] = useState<string>()
  const { busy, failure, run, dismiss } = useAction(async ({ id }: DeletedPost) => {
    setRestored(id)
    try {
      toast(await restoreDeleted(id))
    } finally {
      await trash.refetch()
    }
  })
  return { trash, page, restore: run, restoring: busy ? restored : undefined, failure, dismiss }
}
