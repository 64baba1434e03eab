import { useState } from 'react'
import { errorMessage } from '#client/admin/error-message.ts'
import { ApiError } from '#client/api/api-error.ts'
import { restoreVersion } from '#client/api/history.ts'

export type Restoring = { id: string; commit: string; revision: string; onRestored: () => void; onStale: () => void }

/** Restores a version once it is confirmed. Where the post changed meanwhile, `onStale` fetches its history anew. */
export function useRestore({ id, commit, revision, onRestored, onStale }: Restoring) {
  const [asking, setAsking] = useState(false)
  const [done, setDone] = useState(false)
  const [failure, setFailure] = useState<{ message: string; attempt: number }>()

  async function restore() {
    try {
      await restoreVersion(id, commit, revision)
      setDone(true)
    } catch (error) {
      setFailure((last) => ({ message: errorMessage(error), attempt: (last?.attempt ?? 0) + 1 }))
      if (error instanceof ApiError && error.status === 409) onStale()
    }
  }
  return {
    asking,
    ask: () => setAsking(true),
    restore,
    /** The question closes before the dialog does: the focus cannot go back behind an open dialog. */
    answered() {
      setAsking(false)
      if (done) onRestored()
    },
    failure,
    dismiss: () => setFailure(undefined),
  }
}
