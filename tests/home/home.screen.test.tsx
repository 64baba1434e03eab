import { describe, expect, test } from 'bun:test'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import HomePage, { loadParts } from '#client/home/home-page.tsx'
import { dollars, dueDate, orderCents, samples } from '#client/mockups/samples.ts'
import type { PostCard } from '#contract/posts.ts'
import type { SiteInfo } from '#contract/site.ts'
import { aCard, aList, aSite } from '#tests/helpers/cards.ts'

await loadParts()

const show = (...posts: PostCard[]) => showOf(aSite(), ...posts)
const showOf = (site: SiteInfo, ...posts: PostCard[]) =>
  render(
    <MemoryRouter>
      <HomePage data={aList(posts)} site={site} />
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

  test('says in a baker’s words what happens', () => {
    show()
    expect(screen.getByText('The order comes in tonight. The bread, the van and the invoice follow.').tagName).toBe('P')
  })

  test('is followed by the trades', () => {
    show()
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(titles[0]).toBe('Pick your trade')
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
    const part = section('One pallet. Every part of the business.')
    const words = part.getByText(/^Production, inventory/).textContent
    expect(words).toStartWith(
      'Production, inventory, service, human resources, MRP, sales, CRM, purchasing and financials share',
    )
    expect(links('See the features')).toEqual(['/features'])
  })

  test('explains ERP once', () => {
    show()
    expect(screen.getAllByText(/enterprise resource planning/)).toHaveLength(1)
  })
})

/** In weeks from Monday. */
const FRIDAY = 4

describe('the night on the home page', () => {
  const texts = () =>
    section('One night, from order to payment')
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '')

  test('goes from the order to the payment', () => {
    show()
    expect(headings('One night, from order to payment')).toEqual([
      'The order comes in',
      'Cut-off',
      'Baguettes mixed',
      'Packed',
      'Delivered',
      'Invoice paid',
    ])
  })

  test('has the times and numbers of the other pictures', () => {
    show()
    const { order, goods, invoices, route } = samples.bakery
    const [placed, , mixed, packed, delivered, paid] = texts()
    const invoice = invoices.find(({ client }) => client === order.client)
    const baguettes = order.lines.find(({ product }) => product === 'Baguette')
    const stop = route.next.findIndex(({ client }) => client === order.client)
    expect(order.placed).toContain(placed?.match(/^Thu [\d:]+ pm/)?.[0] ?? 'no time')
    expect(placed).toContain(order.client)
    expect(placed).toContain(`${baguettes?.quantity} baguettes and four other items`)
    expect(order.lines).toHaveLength(5)
    expect(mixed).toContain(`${goods.find(({ short }) => short === 'Baguette')?.week[FRIDAY]} for all`)
    expect(route.next[stop]?.load).toBe('3 crates')
    expect(packed).toContain('Three crates')
    expect(packed).toContain(`on ${route.name.toLowerCase()}`)
    expect(delivered).toContain(`Stop ${stop + 1} of ${route.stops}`)
    expect(paid).toStartWith(invoice ? dueDate(invoice) : 'no invoice')
    expect(paid).toContain(`$${dollars(orderCents(order))} for ${invoice?.number}, by ${order.paysBy}`)
  })
})

describe('the founder', () => {
  const words = () => section('You work with the person who built it').getByText(/electrical and software/).textContent

  test('is described, not named', () => {
    show()
    expect(words()).toStartWith(
      'Acme was founded by an electrical and software engineer with more than 15 years of experience.',
    )
    expect(links('Talk to the founder')).toEqual(['/contact-us'])
  })

  test('is named if the facts of the site do', () => {
    showOf(aSite({ founder: { name: 'Ann Miller' } }))
    expect(words()).toStartWith('Ann Miller founded Acme: an electrical and software engineer')
  })
})

describe('what buyers can hold the vendor to', () => {
  const promises = [
    ['No payment details to start', '/subscription-agreement#one-month-free'],
    ['It ends by itself if you do nothing', '/subscription-agreement#no-contracts'],
    ['Leave any time', '/subscription-agreement#cancel-any-time'],
    ['Your data any time and 30 days after', '/subscription-agreement#your-data-is-yours'],
  ]

  test('links each promise to its clause of the agreement', () => {
    show()
    const found = section('What you can hold us to').getAllByRole('link')
    expect(found.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(promises)
    expect(section('What you can hold us to').queryByText(/You make it with/)).toBeNull()
  })

  test('names the company with its address, if the facts of the site do', () => {
    showOf(aSite({ company: { name: 'Miller LLC', address: '12 Mill Street,\nPortland, OR 97201' } }))
    expect(section('What you can hold us to').getByText(/You make it with/).textContent).toEndWith(
      'You make it with Miller LLC, 12 Mill Street, Portland, OR 97201.',
    )
  })
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
    expect(links('How to plan a bake')).toEqual(['/blog/plan-a-bake'])
    expect(links('Two')).toEqual(['/blog/two'])
    expect(links('Three')).toEqual(['/blog/three'])
    expect(links('All posts')).toEqual(['/blog'])
  })

  test('are omitted without posts', () => {
    show()
    expect(screen.queryByRole('heading', { name: 'Latest posts' })).toBeNull()
  })
})
