import { describe, expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import LandingScreen from '#client/landing/landing-screen.tsx'
import type { Landing, LandingId } from '#contract/landing.ts'
import { aSite } from '#tests/helpers/cards.ts'
import { aLanding } from './a-landing.ts'

const show = (landing: Landing | null = aLanding(), id: LandingId = 'bakery-erp') =>
  render(
    <MemoryRouter>
      <LandingScreen data={{ id, landing }} site={aSite()} />
    </MemoryRouter>,
  )
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

describe('the page of a trade (§2)', () => {
  test('opens with its headline, and has a heading for each part', () => {
    show()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tonight’s bake, from today’s orders.')
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'What wears a bakery office down',
      'The bake list, a week at a glance',
      'On the bench: Operator Pro',
      'What we set up for you',
      'Bakers ask us',
      'Bring one week of orders',
    ])
  })

  test('leads to the contact page by both of its buttons, and to features and pricing', () => {
    show()
    expect(hrefOf('CONTACT US TO TRY ACME ERP!')).toBe('/contact-us')
    expect(hrefOf('GET STARTED WITH ACME ERP')).toBe('/contact-us')
    expect(hrefOf('All features')).toBe('/features')
    expect(hrefOf('Compare the editions')).toBe('/pricing')
  })

  test('shows the app that the trade has use for, and where to get it', () => {
    show()
    expect(hrefOf('Download Operator Pro app')).toBe('/download-acme-operator-pro')
    expect(screen.queryByRole('link', { name: 'Download Driver Pro app' })).toBeNull()
  })

  test('the driver’s app stands in for the operator’s where goods are driven', () => {
    show(aLanding({ app: { which: 'driver', title: 'On the road', text: 'The day’s deliveries.' } }), 'importers')
    expect(hrefOf('Download Driver Pro app')).toBe('/download-acme-driver-pro')
  })

  test('its product screen has a text alternative, and says that its data are samples', async () => {
    show()
    expect(await screen.findByRole('img', { name: /Production schedule/i })).toBeTruthy()
    expect(screen.getAllByText(/^Sample data/).length).toBeGreaterThan(0)
  })

  test('the first answer is open, the others open on demand', () => {
    show()
    const answers = screen.getAllByRole('group').map((one) => one instanceof HTMLDetailsElement && one.open)
    expect(answers).toEqual([true, false])
  })

  test('draws nothing for a trade without a file: the address leads on to /', () => {
    expect(show(null).container.innerHTML).toBe('')
  })
})
