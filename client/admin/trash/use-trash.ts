import { useCallback, useEffect, useRef, useState } from 'react'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { useQuery } from '#client/admin/shared/use-list-filters.ts'
import { fetchTrash, restoreDeleted } from '#client/api/trash.ts'
import { useToast } from '#client/ui/overlay/toast.tsx'
import type { DeletedPost, Trash } from '#contract/trash.ts'

export type TrashState =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'loaded'; trash: Trash }

/** One page of the trash, which is in the URL, and restoring from it. Neither rejects. */
export function useTrash() {
  const { query } = useQuery()
  const page = Number(query.get('page') ?? 1) || 1
  const [state, setState] = useState<TrashState>({ status: 'loading' })
  const [restoring, setRestoring] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const newest = useRef(0)
  const toast = useToast()

  const load = useCallback(async () => {
    const turn = ++newest.current
    const loaded = await fetchTrash(page).then(
      (trash): TrashState => ({ status: 'loaded', trash }),
      (error): TrashState => ({ status: 'failed', message: errorMessage(error) }),
    )
    if (turn === newest.current) setState(loaded)
  }, [page])
  useEffect(() => void load(), [load])

  async function restore({ id }: DeletedPost) {
    if (restoring !== undefined) return
    setRestoring(id)
    setFailure(undefined)
    await restoreDeleted(id).then(toast, (error) => setFailure(errorMessage(error)))
    await load()
    setRestoring(undefined)
  }
  return { state, page, load, restore, restoring, failure, dismiss: () => setFailure(undefined) }
}
