import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '#client/admin/shared/use-action.ts'
import { ApiError } from '#client/api/http.ts'
import { confirmImport, fetchImport, type ImportOptions, removeImport, uploadImport } from '#client/api/imports.ts'
import type { ImportJobView } from '#contract/imports.ts'

/** A file that this page is sending. */
export type Sending = { name: string; share: number; cancel: () => void }

const IMPORT = ['import']
const WORKING_MS = 1_000
/** Another administrator may start, confirm or cancel. */
const RESTING_MS = 10_000
const isWorking = (job: ImportJobView | null | undefined) =>
  job?.phase === 'uploading' || job?.phase === 'reading' || job?.phase === 'writing'

/** The import of the site, which is asked for again and again, and what can be done with it. */
export function useImport() {
  const client = useQueryClient()
  const [sending, setSending] = useState<Sending>()
  const query = useQuery({
    queryKey: IMPORT,
    queryFn: fetchImport,
    refetchInterval: ({ state }) => (sending ? false : isWorking(state.data) ? WORKING_MS : RESTING_MS),
    refetchIntervalInBackground: true,
  })
  const id = query.data?.id ?? ''

  const [acting, setActing] = useState<'send' | 'confirm' | 'remove'>()
  const { busy, failure, run, dismiss } = useAction(
    async (name: typeof acting, work: () => Promise<ImportJobView | null>) => {
      setActing(name)
      try {
        const job = await work()
        // A response that was on its way before is outdated.
        await client.cancelQueries({ queryKey: IMPORT })
        client.setQueryData(IMPORT, job)
      } catch (error) {
        // It was changed elsewhere, or is gone.
        if (error instanceof ApiError) await query.refetch()
        throw error
      }
    },
  )

  async function send(file: File, options: ImportOptions) {
    const abort = new AbortController()
    const shown = { name: file.name, cancel: () => abort.abort() }
    setSending({ ...shown, share: 0 })
    await run('send', () =>
      uploadImport(file, options, (share) => setSending({ ...shown, share }), abort.signal).catch((error) => {
        // The administrator canceled it: nothing needs to be said.
        if (abort.signal.aborted) return query.data ?? null
        throw error
      }),
    )
    setSending(undefined)
  }

  return {
    query,
    job: query.data ?? null,
    sending,
    send,
    failure,
    dismiss,
    confirm: () => run('confirm', () => confirmImport(id)),
    isConfirming: busy && acting === 'confirm',
    remove: () => run('remove', () => removeImport(id).then(() => null)),
    isRemoving: busy && acting === 'remove',
  }
}
export type Importing = ReturnType<typeof useImport>
