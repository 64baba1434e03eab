import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { BrowserRouter, Route, useLocation, useNavigate } from 'react-router-dom'
import DashboardPage from '#client/admin/posts/dashboard-page.tsx'
import { ADMIN_TOKEN_KEY } from '#client/api/session-keys.ts'
import { pagePaths } from '#contract/paths.ts'
import { type Answers, answering } from '#tests/admin/answers.ts'
import { FramedRoutes } from '#tests/admin/framed-routes.tsx'

/** Names the notice that the login page would show. */
const Login = () => {
  const { notice } = Object(useLocation().state)
  return <p>The login{notice && `: ${notice}`}</p>
}

type Place = { search: string; back: () => void }

/** Tells the test where the router is. */
function Address({ place }: { place: Place }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => void Object.assign(place, { search, back: () => navigate(-1) }))
  return null
}

/** The dashboard of a logged-in administrator, with these responses. `url` returns the query of its URL. */
export function openDashboard(answers: Answers, token: string | null = 'a.b.c', search = '') {
  const server = answering(answers)
  const place = { search: '', back: () => {} }
  if (token) localStorage.setItem(ADMIN_TOKEN_KEY, token)
  history.pushState(null, '', pagePaths.adminBlog + search)
  render(
    <BrowserRouter>
      <Address place={place} />
      <FramedRoutes pages={{ [pagePaths.adminBlog]: <DashboardPage /> }}>
        <Route path={pagePaths.adminLogin} element={<Login />} />
      </FramedRoutes>
    </BrowserRouter>,
  )
  return { user: userEvent.setup(), url: () => place.search, back: () => act(async () => place.back()), ...server }
}

/** Opens the editor with the dashboard's button of that name. */
export async function openEditor(answers: Answers, button: RegExp) {
  const dashboard = openDashboard(answers)
  await dashboard.user.click(await screen.findByRole('button', { name: button }))
  const editor = await screen.findByRole('dialog', { name: /Blog Post/ })
  return { ...dashboard, editor }
}
