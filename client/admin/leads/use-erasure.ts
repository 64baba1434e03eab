import { useRef, useState } from 'react'
import type { Question } from '#client/admin/confirm-dialog.tsx'
import { errorMessage } from '#client/admin/error-message.ts'
import { ApiError } from '#client/api/api-error.ts'
import { eraseLead } from '#client/api/leads.ts'
import type { Lead } from '#contract/leads.ts'

/** Erases on request: asks first, and says what goes and what stays. */
export function useErasure(onErased: (id: string) => void) {
  const [asking, setAsking] = useState<Lead>()
  const [failure, setFailure] = useState<{ of: string; message: string }>()
  const erased = useRef(false)
  async function erase(id: string) {
    try {
      await eraseLead(id)
      erased.current = true
    } catch (error) {
      // Somebody else has erased it: that is what was wanted.
      if (error instanceof ApiError && error.status === 404) erased.current = true
      else setFailure({ of: id, message: `It was not erased. ${errorMessage(error)}` })
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
