import { describe, expect, test } from 'bun:test'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import HomePage, { loadParts } from '#client/home/home-page.tsx'
import type { PostCard } from '#contract/posts.ts'
import { aCard, aList, aSite } from '#tests/helpers/cards.ts'

await loadParts()

const show = (...posts: PostCard[]) =>
  render(
    <MemoryRouter>
      <HomePage data={aList(posts)} site={aSite()} />
    </MemoryRouter>,
  )
const links = (name: string | RegExp) => screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'))
/** The section under a heading. */
function section(name: string) {
  const found = screen.getByRole('heading', { level: 2, name }).closest('section')
  if (!found) throw new Error(`${name} stands in no section.`)
  return within(found)
}
const headings = (name: string) =>
  section(name)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)

describe('the hero of the home page', () => {
  test('opens with the headline and the three benefit ticks', () => {
    show()
    const headline = screen.getByRole('heading', { level: 1 })
    expect(headline.textContent).toBe('Food businesses run smoother on Acme ERP.')
    const ticks = within(headline.closest('section') ?? document.body).getAllByRole('listitem')
    expect(ticks.map(({ textContent }) => textContent)).toEqual([
      'We customize the software and set up your data for free',
      '1 month free trial: no money down, no contracts',
      'Work directly with our founder and his team',
    ])
  })

  test('links its button and the last one to the contact page, and links to the editions', () => {
    show()
    expect(links('CONTACT US TO TRY ACME ERP!')).toEqual(['/contact-us', '/contact-us'])
    expect(links('Compare editions')).toEqual(['/pricing'])
  })

  test('describes what happens in the video', () => {
    show()
    expect(screen.getByLabelText(/^An order from .* the invoice is paid/).tagName).toBe('VIDEO')
  })
})

describe('the overview section', () => {
  test('has three cards with Learn More buttons to the contact page and distinct accessible names', () => {
    show()
    const cards = ['Advanced CRM', 'Sales Ordering', 'Client Portal']
    expect(headings('Three things you will use before 9 am')).toEqual(cards)
    for (const card of cards) expect(links(`Learn More about ${card}`)).toEqual(['/contact-us'])
    expect(screen.getAllByText('Learn More')).toHaveLength(3)
  })

  test('links GET STARTED to the contact page', () => {
    show()
    expect(links('GET STARTED WITH ACME ERP')).toEqual(['/contact-us'])
  })

  test('names the nine parts of the business and links to the features', () => {
    show()
    const words = section('One pallet. Every part of the business.').getByText(/^Production, inventory/).textContent
    expect(words).toStartWith(
      'Production, inventory, service, human resources, MRP, sales, CRM, purchasing and financials share',
    )
    expect(links('See the features')).toEqual(['/features'])
  })

  test('shows the week day by day', () => {
    show()
    expect(headings('Your whole week, on one system')).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
  })
})

test('the founder is described, not named', () => {
  show()
  expect(screen.getByText(/electrical and software engineer with more than 15 years of experience/)).toBeTruthy()
  expect(links('Talk to the founder')).toEqual(['/contact-us'])
})

describe('the services section', () => {
  test.each([
    ['Sales Order System', 'Available'],
    ['Client Login', 'Available'],
    ['Calendars and Appointments', 'Coming soon'],
    ['Project Management', 'Coming soon'],
  ])('lists the plugin %s as %s', (plugin, state) => {
    show()
    const box = section('Plugins Tailored To Your Business').getByRole('heading', { name: plugin }).closest('li')
    expect(box?.textContent).toEndWith(state)
  })
})

test('links to the page of each trade', () => {
  show()
  expect(
    section('Pick your trade')
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/bakery-erp', '/milk-distribution', '/sauce-erp', '/importers', '/distributors'])
})

describe('the latest posts on the home page', () => {
  test('are shown with a link to all posts', () => {
    show(aCard(), aCard({ id: 'two', title: 'Two' }), aCard({ id: 'three', title: 'Three' }))
    expect(screen.getByRole('heading', { level: 2, name: 'Latest posts' })).toBeTruthy()
    expect(screen.getAllByRole('link', { name: /^Read More/ })).toHaveLength(3)
    expect(links('All posts')).toEqual(['/blog'])
  })

  test('are omitted without posts', () => {
    show()
    expect(screen.queryByRole('heading', { name: 'Latest posts' })).toBeNull()
  })
})
