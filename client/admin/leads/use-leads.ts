import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Question } from '#client/admin/shared/dialogs.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import { usePagedList } from '#client/admin/shared/use-paged-list.ts'
import { useConfirmation } from '#client/admin/shell/confirmation.tsx'
import { UNREAD_LEADS } from '#client/admin/shell/unread-leads.tsx'
import { ApiError } from '#client/api/http.ts'
import { addLeadEvent, eraseLead, fetchLead, fetchLeads, type LeadQuery } from '#client/api/leads.ts'
import type { LeadState } from '#contract/lead-query.ts'
import type { Lead, LeadCard } from '#contract/leads.ts'

/** The filtered leads. Each response has the number of all that are unread, for the bar. */
export function useLeads(query: LeadQuery) {
  const withConfirmation = useConfirmation()
  const client = useQueryClient()
  const { change, ...list } = usePagedList<LeadCard>(['leads', query], async (before) => {
    const page = before === undefined ? {} : { before }
    const { leads, next, unread } = await withConfirmation(() => fetchLeads(query, page))
    if (before === undefined) client.setQueryData(UNREAD_LEADS, unread)
    return { items: leads, next }
  })
  return {
    ...list,
    change: (id: string, now: Partial<Pick<LeadCard, 'state' | 'read'>>) =>
      change((leads) => leads.map((one) => (one.id === id ? { ...one, ...now } : one))),
    remove: (id: string) => change((leads) => leads.filter((one) => one.id !== id)),
    countRead: () => client.setQueryData<number>(UNREAD_LEADS, (count) => (count ? count - 1 : count)),
  }
}
export type Leads = ReturnType<typeof useLeads>

/** One lead, which is marked as read when it is opened. On failure it stays unread until it is opened again. */
export function useLead(id: string, { change, countRead }: Leads) {
  const client = useQueryClient()
  const withConfirmation = useConfirmation()
  const key = ['lead', id]
  const query = useQuery({ queryKey: key, queryFn: () => withConfirmation(() => fetchLead(id)) })
  const isUnread = query.data?.read === false
  const markRead = useEffectEvent(() =>
    addLeadEvent(id, { read: true }).then(
      () => {
        countRead()
        change(id, { read: true })
      },
      () => {},
    ),
  )
  useEffect(() => {
    if (isUnread) void markRead()
  }, [isUnread])
  const [saved, setSaved] = useState<LeadState>()
  const saving = useAction(async (state: LeadState) => {
    setSaved(undefined)
    const lead = await withConfirmation(() => addLeadEvent(id, { state }))
    client.setQueryData(key, lead)
    change(id, { state: lead.state })
    setSaved(state)
  })
  return { query, saving, saved }
}
export type SavingState = Pick<ReturnType<typeof useLead>, 'saving' | 'saved'>

/** Asks before erasing, and says what is erased and what remains. */
export function useErasure(onErased: (id: string) => void) {
  const [asking, setAsking] = useState<Lead>()
  const [askedFor, setAskedFor] = useState<string>()
  const erased = useRef<string>(undefined)
  const withConfirmation = useConfirmation()
  const erasing = useAction(async (id: string) => {
    try {
      await withConfirmation(() => eraseLead(id))
    } catch (error) {
      // Already erased by another user.
      if (!(error instanceof ApiError && error.status === 404)) throw error
    }
    erased.current = id
  })
  return {
    failureOf: (id: string) => (askedFor === id ? erasing.failure?.message : undefined),
    ask(lead: Lead) {
      erasing.dismiss()
      setAskedFor(lead.id)
      setAsking(lead)
    },
    question: asking && { ...questionOf(asking), onYes: () => erasing.run(asking.id) },
    answered() {
      setAsking(undefined)
      if (erased.current !== undefined) onErased(erased.current)
      erased.current = undefined
    },
  }
}

const questionOf = ({ name }: Lead): Omit<Question, 'onYes'> => ({
  title: 'Erase this lead?',
  text: [
    `Everything that ${name} sent will be gone from the log and its backups on this server.`,
    'What stays is its number, when it came in and was erased, and its states: nothing personal.',
    'Exports, emails and copies that you keep elsewhere are yours to delete. This cannot be undone.',
  ].join(' '),
  yes: 'Erase personal data',
  no: 'Keep',
  busy: 'Erasing',
})
