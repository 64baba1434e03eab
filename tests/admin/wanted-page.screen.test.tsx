import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { LoggedIn } from '#client/admin/session/logged-in.tsx'
import LoginPage from '#client/admin/session/login-page.tsx'
import { pagePaths } from '#contract/paths.ts'
import { aSite } from '#tests/helpers/cards.ts'
import { answering } from './answers.ts'

const account = { id: '1', name: 'Ann', email: 'ann@bakery.example', author: null, byline: 'Ann', code: null }

/** Opens a URL of the dashboard without a token. */
function openWithoutToken(url: string, state?: unknown) {
  answering({
    'POST /api/admin/login': () => ({ body: { token: 'a.b.c', deviceToken: 'd.e.f' } }),
    'GET /api/admin/account': () => ({ body: account }),
  })
  const page = (name: string) => <LoggedIn>{() => <h1>{name}</h1>}</LoggedIn>
  const router = createMemoryRouter(
    [
      { path: pagePaths.adminLogin, element: <LoginPage data={null} site={aSite({ name: 'Acme' })} /> },
      { path: pagePaths.adminBlog, element: page('The dashboard') },
      { path: pagePaths.adminLeads, element: page('The leads') },
      { path: '*', element: <h1>Elsewhere</h1> },
    ],
    {
      initialEntries: [{ pathname: new URL(url, 'http://a').pathname, search: new URL(url, 'http://a').search, state }],
    },
  )
  render(<RouterProvider router={router} />)
  return { router, user: userEvent.setup() }
}

async function logIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText('Email'), 'ann@bakery.example')
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
}

test('a page of the dashboard without a token leads to the login, and from there to that page with its query', async () => {
  const { router, user } = openWithoutToken('/admin/leads?kind=message')
  await logIn(user)
  await screen.findByRole('heading', { name: 'The leads' })
  expect(router.state.location.pathname + router.state.location.search).toBe('/admin/leads?kind=message')
})

test.each(['https://evil.example/admin/', '//evil.example', '/blog', 5])(
  'the login never leads to %s',
  async (wanted) => {
    const { user } = openWithoutToken(pagePaths.adminLogin, { wanted })
    await logIn(user)
    await screen.findByRole('heading', { name: 'The dashboard' })
  },
)
