import { describe, expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import LandingPage, { loadParts } from '#client/landing/landing-page.tsx'
import type { Landing } from '#contract/landing.ts'
import type { PostCard } from '#contract/posts.ts'
import type { LandingId } from '#contract/trades.ts'
import { aCard, aSite } from '#tests/helpers/cards.ts'
import { aLanding } from './a-landing.ts'

await loadParts()

const show = (landing: Landing | null = aLanding(), id: LandingId = 'bakery-erp', posts: PostCard[] = []) =>
  render(
    <MemoryRouter>
      <LandingPage data={{ id, landing, posts }} site={aSite()} />
    </MemoryRouter>,
  )
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

describe('a landing page', () => {
  test('opens with its headline and has a heading for each section', () => {
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

  test('links both buttons to the contact page, and links to features and pricing', () => {
    show()
    expect(hrefOf('CONTACT US TO TRY ACME ERP!')).toBe('/contact-us')
    expect(hrefOf('GET STARTED WITH ACME ERP')).toBe('/contact-us')
    expect(hrefOf('All features')).toBe('/features')
    expect(hrefOf('Compare the editions')).toBe('/pricing')
  })

  test('shows the app for the trade and where to get it', () => {
    show()
    expect(hrefOf('How to get Operator Pro')).toBe('/download-acme-operator-pro')
    expect(screen.queryByRole('link', { name: /Driver Pro/ })).toBeNull()
  })

  test('shows the driver app instead of the operator app for trades that deliver', () => {
    show(aLanding({ app: { which: 'driver', title: 'On the road', text: 'The day’s deliveries.' } }), 'importers')
    expect(hrefOf('How to get Driver Pro')).toBe('/download-acme-driver-pro')
  })

  test('has a text alternative for its mockup, and says that its data are samples', async () => {
    show()
    expect(await screen.findByRole('img', { name: /Production schedule/i })).toBeTruthy()
    expect(screen.getAllByText(/^Sample data/).length).toBeGreaterThan(0)
  })

  test('opens the first answer, and the others on request', () => {
    show()
    const answers = screen.getAllByRole('group').map((one) => one instanceof HTMLDetailsElement && one.open)
    expect(answers).toEqual([true, false])
  })

  test('ends with the posts of its trade, and a link to all of them', () => {
    show(aLanding(), 'milk-distribution', [aCard(), aCard({ id: 'b', title: 'A second post' })])
    const titles = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    expect(titles.slice(-2)).toEqual(['How to plan a bake', 'A second post'])
    expect(hrefOf('All posts for your trade')).toBe('/blog/tag/milk')
  })

  test('does not mention the blog when there are no posts of its trade', () => {
    show()
    expect(screen.queryByRole('link', { name: 'All posts for your trade' })).toBeNull()
  })

  test('renders nothing for a trade without a file and redirects to /', () => {
    expect(show(null).container.innerHTML).toBe('')
  })
})
