import { describe, expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import FeaturesPage, { head as headFeatures } from '#client/features/features-page.tsx'
import { aSite } from '#tests/helpers/cards.ts'

const show = () =>
  render(
    <MemoryRouter>
      <FeaturesPage data={null} site={aSite()} />
    </MemoryRouter>,
  )
const texts = (level: number) => screen.getAllByRole('heading', { level }).map(({ textContent }) => textContent)
const goal = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

describe('the features page', () => {
  test('has one main heading', () => {
    show()
    expect(texts(1)).toEqual(['Orders, production, shipping and payments\u00a0in one\u00a0place'])
  })

  test('has an illustration with five labels in order, two screenshots, the user management and the closing illustration', () => {
    show()
    expect(texts(2)).toEqual([
      'Order Place',
      'Products Created',
      'Products Packaged',
      'Products Shipped',
      'Accounts Receivable',
      'Invoices and payments from one dashboard',
      'Clients, orders and production from one dashboard',
      'Advanced User Management',
      'See it with your own orders',
    ])
  })

  test('has three bullets below the sentence about users', () => {
    show()
    expect(screen.getByText('Robust tools designed to manage small businesses to large organizations')).toBeTruthy()
    expect(texts(3)).toEqual(['Client ownership', 'Employee management tree', 'User groups'])
  })

  test('claims auto-bill-pay by credit card or bank transfer (ACH), and affordable plans for all organizations', () => {
    show()
    expect(screen.getByText(/auto-bill-pay by credit card or bank transfer \(ACH\)/)).toBeTruthy()
    expect(screen.getByText(/Affordable plans for all organizations\./)).toBeTruthy()
  })

  test('links to the contact page with both buttons, and to the prices', () => {
    show()
    expect(goal('Contact Us')).toBe('/contact-us')
    expect(goal('SEE ALL FEATURES IN ACTION')).toBe('/contact-us')
    expect(goal('Compare editions')).toBe('/pricing')
  })

  test('has its own URL', () => {
    expect(headFeatures(null, aSite())).toMatchObject({ title: 'Features | Acme', canonicalPath: '/features' })
  })
})
