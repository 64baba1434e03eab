import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, useLocation } from 'react-router-dom'
import LoginPage from '#client/admin/login/login-page.tsx'
import { pagePaths } from '#contract/paths.ts'
import { aSite } from '#tests/helpers/cards.ts'
import { answering } from './answers.ts'
import { FramedRoutes } from './framed-routes.tsx'

const account = { id: '1', name: 'Ann', email: 'ann@bakery.example', author: null, byline: 'Ann', code: null }

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="Address">{pathname + search}</output>
}

/** Opens a URL of the dashboard without a token. */
function openWithoutToken(url: string, state?: unknown) {
  answering({
    'POST /api/admin/login': () => ({ body: { token: 'a.b.c', deviceToken: 'd.e.f' } }),
    'GET /api/admin/account': () => ({ body: account }),
  })
  const pages = {
    [pagePaths.adminBlog]: <h1>The dashboard</h1>,
    [pagePaths.adminLeads]: <h1>The leads</h1>,
  }
  const { pathname, search } = new URL(url, 'http://a')
  render(
    <MemoryRouter initialEntries={[{ pathname, search, state }]}>
      <Address />
      <FramedRoutes pages={pages}>
        <Route path={pagePaths.adminLogin} element={<LoginPage data={null} site={aSite({ name: 'Acme' })} />} />
        <Route path="*" element={<h1>Elsewhere</h1>} />
      </FramedRoutes>
    </MemoryRouter>,
  )
  return userEvent.setup()
}

async function logIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText('Email'), 'ann@bakery.example')
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
}

test('a page of the dashboard without a token leads to the login, and from there to that page with its query', async () => {
  const user = openWithoutToken('/admin/leads?kind=message')
  await logIn(user)
  await screen.findByRole('heading', { name: 'The leads' })
  expect(screen.getByLabelText('Address').textContent).toBe('/admin/leads?kind=message')
})

test.each(['https://evil.example/admin/', '//evil.example', '/blog', 5])(
  'the login never leads to %s',
  async (wanted) => {
    const user = openWithoutToken(pagePaths.adminLogin, { wanted })
    await logIn(user)
    await screen.findByRole('heading', { name: 'The dashboard' })
  },
)
