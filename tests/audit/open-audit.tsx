import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BrowserRouter, Route, useLocation } from 'react-router-dom'
import AuditPage from '#client/admin/audit/audit-page.tsx'
import { ADMIN_TOKEN_KEY } from '#client/api/session-keys.ts'
import type { AuditEntry, AuditList, AuditPerson } from '#contract/audit.ts'
import { pagePaths } from '#contract/paths.ts'
import { type Answers, answering } from '#tests/admin/answers.ts'
import { FramedRoutes } from '#tests/admin/framed-routes.tsx'

const Address = () => <output aria-label="Address">{useLocation().search}</output>

/** The audit log of a logged-in administrator, with these responses. */
export function openAudit(answers: Answers, query = '', token: string | null = 'a.b.c') {
  const unread = () => ({ body: { leads: [], next: null, unread: 0 } })
  const server = answering({ 'GET /api/leads': unread, ...answers })
  if (token) localStorage.setItem(ADMIN_TOKEN_KEY, token)
  history.pushState(null, '', `${pagePaths.adminAudit}${query}`)
  render(
    <BrowserRouter>
      <Address />
      <FramedRoutes pages={{ [pagePaths.adminAudit]: <AuditPage /> }}>
        <Route path={pagePaths.adminLogin} element={<p>The login</p>} />
      </FramedRoutes>
    </BrowserRouter>,
  )
  return { user: userEvent.setup(), address: () => screen.getByLabelText('Address').textContent, ...server }
}

export const PEOPLE: AuditPerson[] = [
  { id: 'id-of-ann', name: 'Ann Baker' },
  { id: 'id-of-amy', name: 'Amy Cook (removed)' },
]

export const anEvent = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  time: '2026-03-01T10:00:05.000Z',
  event: 'post.changed',
  actor: 'a…@bakery.example',
  address: '203.0.113.0/24',
  by: 'id-of-ann',
  subject: 'a-bake',
  about: '',
  detail: '',
  request: '7f3a',
  unwritten: 0,
  ...changes,
})

export const listOf = (events: AuditEntry[], next: string | null = null): { body: AuditList } => ({
  body: { events, next, people: PEOPLE },
})
