import { useCallback, useEffect, useRef, useState } from 'react'
import { errorMessage } from '#client/admin/errors.tsx'
import { fetchLeads, type LeadQuery } from '#client/api/leads.ts'
import type { LeadCard } from '#contract/leads.ts'

type Shown = { leads: LeadCard[]; next: string | null }
export type LeadsState =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  /** `failure`: why older leads could not be loaded. */
  | ({ status: 'loaded'; failure?: string } & Shown)

/** The filtered leads, newest first. The shown list stays until the next one is loaded; late responses are ignored. */
export function useLeads(query: LeadQuery) {
  const [state, setState] = useState<LeadsState>({ status: 'loading' })
  const [unread, setUnread] = useState<number>()
  const [coming, setComing] = useState<'list' | 'older'>()
  const newest = useRef(0)
  const wanted = JSON.stringify(query)

  const take = useCallback(async (what: 'list' | 'older', work: () => Promise<(before: LeadsState) => LeadsState>) => {
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
        fetchLeads(JSON.parse(wanted)).then(
          ({ leads, next, unread }) => {
            setUnread(unread)
            return () => ({ status: 'loaded', leads, next })
          },
          (error) => () => ({ status: 'failed', message: errorMessage(error) }),
        ),
      ),
    [take, wanted],
  )
  useEffect(() => void load(), [load])

  const older = (before: string) =>
    take('older', () =>
      fetchLeads(query, { before }).then(
        ({ leads, next }) => withOlder(leads, next),
        (error) => withFailure(errorMessage(error)),
      ),
    )

  return {
    state,
    unread,
    coming,
    load,
    older,
    /** Updates the row immediately. */
    change: (id: string, now: Partial<Pick<LeadCard, 'state' | 'read'>>) => setState(withChange(id, now)),
    remove: (id: string) => setState(without(id)),
    countRead: () => setUnread((count) => (count ? count - 1 : count)),
  }
}
export type Leads = ReturnType<typeof useLeads>

type Change = (before: LeadsState) => LeadsState
const inShown =
  (change: (shown: Shown) => Partial<Shown> & { failure?: string }): Change =>
  (before) => {
    if (before.status !== 'loaded') return before
    const { failure, ...shown } = before
    return { ...shown, ...change(shown) }
  }
const withOlder = (leads: LeadCard[], next: string | null) =>
  inShown((shown) => ({ leads: [...shown.leads, ...leads], next }))
const withFailure = (failure: string) => inShown(() => ({ failure }))
const withChange = (id: string, now: Partial<Pick<LeadCard, 'state' | 'read'>>) =>
  inShown(({ leads }) => ({ leads: leads.map((one) => (one.id === id ? { ...one, ...now } : one)) }))
const without = (id: string) => inShown(({ leads }) => ({ leads: leads.filter((one) => one.id !== id) }))
