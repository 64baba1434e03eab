import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BrowserRouter, Route, useLocation } from 'react-router-dom'
import LeadsPage from '#client/admin/leads/leads-page.tsx'
import { ADMIN_TOKEN_KEY } from '#client/api/session-keys.ts'
import { pagePaths } from '#contract/paths.ts'
import { type Answers, answering } from '#tests/admin/answers.ts'
import { FramedRoutes } from '#tests/admin/framed-routes.tsx'

const Address = () => <output aria-label="Address">{useLocation().search}</output>

/** The leads page of a logged-in administrator, with these responses. */
export function openLeads(answers: Answers, query = '', token: string | null = 'a.b.c') {
  const server = answering(answers)
  if (token) localStorage.setItem(ADMIN_TOKEN_KEY, token)
  history.pushState(null, '', '/before')
  history.pushState(null, '', `${pagePaths.adminLeads}${query}`)
  render(
    <BrowserRouter>
      <Address />
      <FramedRoutes pages={{ [pagePaths.adminLeads]: <LeadsPage /> }}>
        <Route path="/before" element={<p>Elsewhere</p>} />
        <Route path={pagePaths.adminLogin} element={<p>The login</p>} />
      </FramedRoutes>
    </BrowserRouter>,
  )
  return { user: userEvent.setup(), address: () => screen.getByLabelText('Address').textContent, ...server }
}

/** The line of the list with this name. */
export const lineOf = async (name: string): Promise<HTMLElement> =>
  (await screen.findByRole('link', { name })).closest('tr') ?? document.body
