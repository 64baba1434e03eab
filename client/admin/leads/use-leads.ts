import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Question } from '#client/admin/shared/dialogs.tsx'
import { ConfirmationCanceled, errorMessage } from '#client/admin/shared/errors.tsx'
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
  const fetchPage = useCallback(
    async (query: LeadQuery, before?: string) => {
      const page = before === undefined ? {} : { before }
      const { leads, next, unread } = await withConfirmation(() => fetchLeads(query, page))
      if (before === undefined) client.setQueryData(UNREAD_LEADS, unread)
      return { items: leads, next }
    },
    [client, withConfirmation],
  )
  const { change, ...list } = usePagedList(query, fetchPage)
  return {
    ...list,
    change: (id: string, now: Partial<Pick<LeadCard, 'state' | 'read'>>) =>
      change((leads) => leads.map((one) => (one.id === id ? { ...one, ...now } : one))),
    remove: (id: string) => change((leads) => leads.filter((one) => one.id !== id)),
    countRead: () => client.setQueryData<number>(UNREAD_LEADS, (count) => (count ? count - 1 : count)),
  }
}
export type Leads = ReturnType<typeof useLeads>

type Opened = { status: 'loading' } | { status: 'failed'; message: string } | { status: 'loaded'; lead: Lead }
export type Saving =
  | { status: 'idle' }
  | { status: 'saving' | 'saved'; to: LeadState }
  | { status: 'failed'; message: string }

export type LeadListeners = {
  onChange: (id: string, now: Partial<Pick<LeadCard, 'state' | 'read'>>) => void
  /** Called once for each lead that was unread. */
  onRead: () => void
}

/** Loads one lead and marks it as read. Mounted once per lead (by key). */
export function useLead(id: string, listeners: LeadListeners) {
  const [state, setState] = useState<Opened>({ status: 'loading' })
  const [request, setRequest] = useState({ id })
  const withConfirmation = useConfirmation()
  const opened = useEffectEvent((lead: Lead) => {
    setState({ status: 'loaded', lead })
    if (!lead.read) markRead(id, listeners)
  })
  useEffect(() => {
    let stopped = false
    setState({ status: 'loading' })
    withConfirmation(() => fetchLead(request.id)).then(
      (lead) => stopped || opened(lead),
      (error) => stopped || setState({ status: 'failed', message: errorMessage(error) }),
    )
    return () => {
      stopped = true
    }
  }, [request, withConfirmation])
  const { saving, saveState } = useSaving(id, listeners, (lead) => setState({ status: 'loaded', lead }))
  return { state, retry: () => setRequest({ id }), saving, saveState }
}

/** On failure the lead stays unread until it is opened again. */
const markRead = (id: string, { onRead, onChange }: LeadListeners) =>
  addLeadEvent(id, { read: true }).then(
    () => {
      onRead()
      onChange(id, { read: true })
    },
    () => {},
  )

function useSaving(id: string, { onChange }: LeadListeners, onSaved: (lead: Lead) => void) {
  const [saving, setSaving] = useState<Saving>({ status: 'idle' })
  const withConfirmation = useConfirmation()
  async function saveState(to: LeadState) {
    if (saving.status === 'saving') return
    setSaving({ status: 'saving', to })
    try {
      const lead = await withConfirmation(() => addLeadEvent(id, { state: to }))
      onSaved(lead)
      setSaving({ status: 'saved', to })
      onChange(id, { state: lead.state })
    } catch (error) {
      setSaving({ status: 'failed', message: errorMessage(error) })
    }
  }
  return { saving, saveState }
}

/** Asks before erasing, and says what is erased and what remains. */
export function useErasure(onErased: (id: string) => void) {
  const [asking, setAsking] = useState<Lead>()
  const [failure, setFailure] = useState<{ of: string; message: string }>()
  const erased = useRef(false)
  const withConfirmation = useConfirmation()
  async function erase(id: string) {
    try {
      await withConfirmation(() => eraseLead(id))
      erased.current = true
    } catch (error) {
      // Already erased by another user.
      if (error instanceof ApiError && error.status === 404) erased.current = true
      else if (!(error instanceof ConfirmationCanceled))
        setFailure({ of: id, message: `It was not erased. ${errorMessage(error)}` })
    }
  }
  return {
    failure,
    ask(lead: Lead) {
      setFailure(undefined)
      setAsking(lead)
    },
    question: asking && { ...questionOf(asking), onYes: () => erase(asking.id) },
    answered() {
      setAsking(undefined)
      if (asking && erased.current) onErased(asking.id)
      erased.current = false
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
