import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import LoginPage from '#client/admin/login/login-page.tsx'
import { pagePaths } from '#contract/paths.ts'
import { aSite } from '#tests/helpers/cards.ts'
import { type Answers, answering } from './answers.ts'

/** Renders the login page with a server that gives these answers. */
export function openLogin(answers: Answers = {}) {
  const server = answering(answers)
  render(
    <MemoryRouter initialEntries={[pagePaths.adminLogin]}>
      <Routes>
        <Route path={pagePaths.adminLogin} element={<LoginPage data={null} site={aSite({ name: 'Acme' })} />} />
        <Route path={pagePaths.adminBlog} element={<p>The dashboard</p>} />
      </Routes>
    </MemoryRouter>,
  )
  return { user: userEvent.setup(), ...server }
}

/** Opens the login page and submits e-mail and password. */
export async function submitLogin(answers: Answers) {
  const page = openLogin(answers)
  await page.user.type(screen.getByLabelText('Email'), 'editor@acme.example')
  await page.user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  return page
}
