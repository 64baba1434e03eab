import { useCallback, useEffect, useRef, useState } from 'react'
import { errorMessage } from '#client/admin/errors.tsx'
import { fetchAudit } from '#client/api/audit.ts'
import type { AuditList, AuditQuery } from '#contract/accounts.ts'

export type AuditEntry = AuditList['events'][number]
export type AuditState =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  /** `failure`: why older events could not be loaded. */
  | ({ status: 'loaded'; failure?: string } & AuditList)

/** The filtered events, newest first. The shown list stays until the next one is loaded; late responses are ignored. */
export function useAudit(query: AuditQuery) {
  const [state, setState] = useState<AuditState>({ status: 'loading' })
  const [coming, setComing] = useState<'list' | 'older'>()
  const newest = useRef(0)
  const wanted = JSON.stringify(query)

  const take = useCallback(async (what: 'list' | 'older', work: () => Promise<(before: AuditState) => AuditState>) => {
    const turn = ++newest.current
    setComing(what)
    const change = await work()
    if (turn !== newest.current) return
    setState(change)
    setComing(undefined)
  }, [])

  const load = useCallback(
    () =>
      take('list', () =>
        fetchAudit(JSON.parse(wanted)).then(
          (list) => () => ({ status: 'loaded', ...list }),
          (error) => () => ({ status: 'failed', message: errorMessage(error) }),
        ),
      ),
    [take, wanted],
  )
  useEffect(() => void load(), [load])

  const older = (before: string) =>
    take('older', () =>
      fetchAudit({ ...query, before }).then(
        (list) => withOlder(list),
        (error) => withFailure(errorMessage(error)),
      ),
    )
  return { state, coming, load, older }
}
export type Audit = ReturnType<typeof useAudit>

const withOlder =
  ({ events, next }: AuditList) =>
  (before: AuditState): AuditState =>
    before.status === 'loaded' ? { status: 'loaded', events: [...before.events, ...events], next } : before

const withFailure =
  (failure: string) =>
  (before: AuditState): AuditState =>
    before.status === 'loaded' ? { ...before, failure } : before
