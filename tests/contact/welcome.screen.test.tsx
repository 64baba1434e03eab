import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import WelcomePage from '#client/welcome/welcome-page.tsx'
import { aSite } from '#tests/helpers/cards.ts'

test('the welcome page links the phone number and the e-mail address of site.yml', () => {
  const contact = { email: 'hello@acme.example', phone: '(555) 555-0142', hours: 'Always' }
  render(
    <MemoryRouter>
      <WelcomePage data={null} site={aSite({ contact })} />
    </MemoryRouter>,
  )
  expect(screen.getByRole('link', { name: '(555) 555-0142' }).getAttribute('href')).toBe('tel:5555550142')
  expect(screen.getByRole('link', { name: 'hello@acme.example' }).getAttribute('href')).toBe(
    'mailto:hello@acme.example',
  )
})
