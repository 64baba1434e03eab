import { useCallback, useEffect, useRef, useState } from 'react'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import { ApiError } from '#client/api/http.ts'
import { confirmImport, fetchImport, type ImportOptions, removeImport, uploadImport } from '#client/api/imports.ts'
import type { ImportJobView } from '#contract/imports.ts'

type State =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'loaded'; job: ImportJobView | null }

/** A file that this page is sending. */
export type Sending = { name: string; share: number; cancel: () => void }

const WORKING_MS = 1_000
/** Another administrator may start, confirm or cancel. */
const RESTING_MS = 10_000
const isWorking = (job: ImportJobView | null) =>
  job !== null && (job.phase === 'uploading' || job.phase === 'reading' || job.phase === 'writing')

/** The import of the site, which is asked for again and again, and what can be done with it. Nothing rejects. */
export function useImport() {
  const [state, setState] = useState<State>({ status: 'loading' })
  const [sending, setSending] = useState<Sending>()
  const [failure, setFailure] = useState<string>()
  const newest = useRef(0)
  const job = state.status === 'loaded' ? state.job : null

  const load = useCallback(async () => {
    const turn = ++newest.current
    const next = await fetchImport().then(
      (job): State => ({ status: 'loaded', job }),
      (error): State => ({ status: 'failed', message: errorMessage(error) }),
    )
    if (turn !== newest.current) return
    // While the site restarts, the last state stays.
    setState((before) => (next.status === 'failed' && before.status === 'loaded' ? { ...before } : next))
  }, [])
  useEffect(() => void load(), [load])
  useEffect(() => {
    if (state.status !== 'loaded' || sending) return
    const timer = setTimeout(load, isWorking(state.job) ? WORKING_MS : RESTING_MS)
    return () => clearTimeout(timer)
  }, [state, sending, load])

  /** Shows what the server answers. A response that was on its way before is outdated. */
  async function change(work: () => Promise<ImportJobView | null>) {
    setFailure(undefined)
    try {
      const job = await work()
      newest.current++
      setState({ status: 'loaded', job })
    } catch (error) {
      if (!(error instanceof CanceledHere)) setFailure(errorMessage(error))
      // It was changed elsewhere, or is gone.
      if (error instanceof ApiError) await load()
    }
  }

  async function send(file: File, options: ImportOptions) {
    const abort = new AbortController()
    const shown = { name: file.name, cancel: () => abort.abort() }
    setSending({ ...shown, share: 0 })
    await change(() =>
      uploadImport(file, options, (share) => setSending({ ...shown, share }), abort.signal).catch((error) => {
        throw abort.signal.aborted ? new CanceledHere() : error
      }),
    )
    setSending(undefined)
  }

  const confirming = useAction(() => change(() => confirmImport(job?.id ?? '')))
  const removing = useAction(() =>
    change(async () => {
      await removeImport(job?.id ?? '')
      return null
    }),
  )
  return {
    ...{ state, load, job, sending, send, failure },
    confirm: confirming.run,
    isConfirming: confirming.busy,
    remove: removing.run,
    isRemoving: removing.busy,
    dismiss: () => setFailure(undefined),
  }
}
export type Importing = ReturnType<typeof useImport>

/** The administrator canceled the upload: nothing needs to be said. */
class CanceledHere extends Error {}
