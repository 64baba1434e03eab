import { describe, expect, test } from 'bun:test'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import LearnMorePage from '#client/learn-more/learn-more-page.tsx'
import { aSite } from '#tests/helpers/cards.ts'

const show = () =>
  render(
    <MemoryRouter>
      <LearnMorePage data={null} site={aSite()} />
    </MemoryRouter>,
  )

describe('the learn-more page', () => {
  test('describes the way to the product in five steps', () => {
    show()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('How you get from\u00a0spreadsheets to Acme')
    const [steps] = screen.getAllByRole('list')
    expect(
      within(steps ?? document.body)
        .getAllByRole('heading')
        .map(({ textContent }) => textContent),
    ).toEqual(['We listen', 'We load your data', 'We customize', 'You run a month free', 'You choose an edition'])
  })

  test('says what to bring to the first call', () => {
    show()
    const docket = within(screen.getByRole('complementary'))
    expect(docket.getByRole('heading', { name: 'Bring to the first call' })).toBeTruthy()
    expect(docket.getAllByRole('listitem')).toHaveLength(3)
  })

  test('shows the nine parts of the system', async () => {
    show()
    expect(await screen.findByRole('img', { name: /Nine parts of the ERP/ })).toBeTruthy()
  })

  test('links to contact, features, pricing, both apps and the five trades', () => {
    show()
    const to = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(to).toEqual([
      '/pricing',
      '/contact-us',
      '/features',
      '/download-acme-operator-pro',
      '/download-acme-driver-pro',
      '/bakery-erp',
      '/milk-distribution',
      '/sauce-erp',
      '/importers',
      '/distributors',
    ])
  })
})
