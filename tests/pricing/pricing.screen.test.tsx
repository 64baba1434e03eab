import { describe, expect, test } from 'bun:test'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import PricingPage, { loadParts } from '#client/pricing/pricing-page.tsx'
import type { Plan } from '#contract/site.ts'
import { aSite } from '#tests/helpers/cards.ts'

await loadParts()

const plans: Plan[] = [
  { monthly_price: 29, annual_price: 24 },
  { monthly_price: 39, annual_price: 32 },
  { monthly_price: 49, annual_price: 41 },
  { monthly_price: 62, annual_price: 52 },
]

/** Renders the page in a window of this width, after the compact flag is set. */
function show({ width = 1440, data = plans, site = aSite() } = {}) {
  render(
    <MemoryRouter initialEntries={['/pricing']}>
      <PricingPage data={{ plans: data, texts: null }} site={site} />
    </MemoryRouter>,
  )
  resize(width)
}

function resize(width: number) {
  window.innerWidth = width
  act(() => void window.dispatchEvent(new Event('resize')))
}

const columns = () => screen.getAllByRole('columnheader')
const prices = () => columns().map((head) => /\$[\d.,]+/.exec(head.textContent ?? '')?.[0])
const tryLinks = () =>
  screen
    .getAllByRole('link', { name: /^Try For Free/ })
    .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])

const tries = [
  ['Try For Free: Essentials', '/pricing/try-for-free?plan=1'],
  ['Try For Free: Professional', '/pricing/try-for-free?plan=2'],
  ['Try For Free: Business', '/pricing/try-for-free?plan=3'],
  ['Try For Free: Enterprise', '/pricing/try-for-free?plan=4'],
]

describe('the pricing page', () => {
  test('has its headline, the chart and a link for undecided readers', () => {
    show()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Prices per person, per month. Plugins extra.')
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'What would it cost you?',
      'Software Edition Comparison Chart',
      'What you can hold us to',
      'Not sure which edition fits?',
    ])
    for (const link of screen.getAllByRole('link', { name: 'Contact Us' }))
      expect(link.getAttribute('href')).toBe('/contact-us')
    expect(screen.getByRole('link', { name: 'See the features' }).getAttribute('href')).toBe('/features')
  })

  test('links each Try For Free to the relative route try-for-free with its plan, and names the plan', () => {
    show()
    expect(tryLinks()).toEqual(tries)
  })
})

describe('the billing period', () => {
  test('is annual by default, with the billed-annually note', () => {
    show()
    expect(screen.getByRole('switch', { name: 'Show Monthly' }).getAttribute('aria-checked')).toBe('false')
    expect(prices()).toEqual(['$24', '$32', '$41', '$52'])
    expect(within(screen.getByRole('table')).getAllByText(/billed annually/i)).toHaveLength(5)
  })

  test('is monthly when switched on, without the billed-annually note', async () => {
    show()
    await userEvent.click(screen.getByRole('switch', { name: 'Show Monthly' }))
    expect(prices()).toEqual(['$29', '$39', '$49', '$62'])
    expect(screen.queryByText(/annually/i)).toBeNull()
    await userEvent.click(screen.getByRole('switch', { name: 'Show Monthly' }))
    expect(prices()).toEqual(['$24', '$32', '$41', '$52'])
  })

  test('is kept when the layout changes', async () => {
    show()
    await userEvent.click(screen.getByRole('switch', { name: 'Show Monthly' }))
    resize(800)
    expect(screen.getAllByRole('article').map(({ textContent }) => /\$\d+/.exec(textContent ?? '')?.[0])).toEqual([
      '$29',
      '$39',
      '$49',
      '$62',
    ])
    expect(screen.queryByText(/annually/i)).toBeNull()
  })
})

describe('the chart as a table', () => {
  test('is named by its heading and has headers for plans, rows and groups', () => {
    show()
    const table = screen.getByRole('table', { name: 'Software Edition Comparison Chart' })
    expect(columns().map((head) => [head.getAttribute('scope'), head.getAttribute('abbr')])).toEqual([
      ['col', 'Essentials'],
      ['col', 'Professional'],
      ['col', 'Business'],
      ['col', 'Enterprise'],
    ])
    const groups = [...table.querySelectorAll('th[scope=rowgroup]')]
    expect(groups.map(({ textContent }) => textContent)).toEqual(['CRM', 'Team', 'Plugins'])
    expect(table.querySelectorAll('th[scope=row]')).toHaveLength(18)
    expect(table.querySelectorAll('tbody')).toHaveLength(4)
  })

  test('describes each mark in words on every plan', () => {
    show()
    const cells = (row: RegExp) =>
      within(screen.getByRole('row', { name: row }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    expect(cells(/^Client Ownership/)).toEqual(Array(4).fill('Included'))
    expect(cells(/^Sales Order System/)).toEqual(Array(4).fill('Additional Costs Apply'))
    expect(cells(/^Dashboard/)).toEqual(Array(4).fill('Included when available'))
    expect(cells(/^Project Management/)).toEqual(Array(4).fill('Additional Costs Apply'))
    expect(cells(/^Clients per user/)).toEqual(['200', '1,000', '2,000', 'Contact Us'])
    expect(screen.getByRole('rowheader', { name: 'Dashboard & Statistics (coming soon)' })).toBeTruthy()
    for (const plugin of ['Calendars & Appointments', 'Project Management'])
      expect(screen.getByRole('rowheader', { name: `${plugin} (coming soon)` }).textContent).toStartWith(
        `${plugin} (coming soon)`,
      )
  })

  test('links the sizes of Enterprise to the contact page', () => {
    show()
    const links = within(screen.getByRole('table')).getAllByRole('link', { name: 'Contact Us' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(3).fill('/contact-us'))
  })

  test('is followed by its legend and a way to ask what additional costs are', () => {
    show()
    const legend = screen.getByRole('list', { name: 'Legend' })
    expect(
      within(legend)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Included', 'Additional Costs Apply'])
    expect(screen.getByRole('link', { name: 'Ask us what yours would cost' }).getAttribute('href')).toBe('/contact-us')
  })
})

describe('the plugins below the chart', () => {
  const pricesOf = () =>
    [...document.querySelectorAll('#plugins > div')].map((entry) => [
      entry.querySelector('dt')?.textContent,
      entry.querySelector('dd:last-child')?.textContent,
    ])

  test('say that their price is on request', () => {
    show()
    expect(pricesOf()).toEqual([
      ['Sales Order System', 'Price on request'],
      ['Client Login', 'Price on request'],
      ['Calendars & Appointments (coming soon)', 'Price on request'],
      ['Project Management (coming soon)', 'Price on request'],
    ])
  })

  test('say what they cost at least, as far as that is set, also nothing', () => {
    show({ site: aSite({ plugin_prices: { sales_order_system: 1200, client_login: 7.5, project_management: 0 } }) })
    expect(pricesOf().map(([, price]) => price)).toEqual(['from $1,200', 'from $7.50', 'Price on request', 'from $0'])
  })
})

describe('the chart at 960 pixels or narrower', () => {
  test('shows only the plan headers, once', () => {
    show({ width: 960 })
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Essentials',
      'Professional',
      'Business',
      'Enterprise',
    ])
    expect(tryLinks()).toEqual(tries)
    expect(screen.queryByRole('row')).toBeNull()
  })

  test('lists what every plan includes in a disclosure that is closed at first', () => {
    show({ width: 960 })
    const disclosure = screen.getByText('Included in every edition').closest('details')
    expect(disclosure?.open).toBe(false)
    const listed = within(disclosure ?? document.body)
      .getAllByRole('listitem', { hidden: true })
      .map(({ textContent }) => textContent)
    expect(listed).toHaveLength(11)
    expect(listed).toContain('Dashboard & Statistics (coming soon)')
    expect(listed).not.toContain('Sales Order System')
  })

  test('links the sizes of Enterprise and the costs of plugins to the contact page', () => {
    show({ width: 960 })
    const enterprise = within(screen.getAllByRole('article')[3] ?? document.body)
    expect(enterprise.getAllByRole('link', { name: 'Contact Us' })).toHaveLength(3)
    expect(screen.getByRole('link', { name: 'Ask us what yours would cost' }).getAttribute('href')).toBe('/contact-us')
  })

  test('shows the matrix again in a wider window, once', () => {
    show({ width: 960 })
    resize(961)
    expect(screen.getByRole('table')).toBeTruthy()
    expect(screen.queryByRole('article')).toBeNull()
    expect(tryLinks()).toEqual(tries)
  })
})

describe('the edition that fits', () => {
  const fitting = () => columns().flatMap((head) => (head.hasAttribute('data-emphasized') ? [head.textContent] : []))
  const type = (people: string) =>
    fireEvent.input(screen.getByLabelText('Number of people'), { target: { value: people } })

  test('is the only emphasized one, and says for how many people it costs what', async () => {
    show()
    expect(fitting()).toEqual([expect.stringContaining('Fits 6 people: $192 a month')])
    expect(fitting()[0]).toStartWith('Professional')
    type('1')
    expect(fitting()).toEqual([expect.stringContaining('Fits 1 person: $24 a month')])
    await userEvent.click(screen.getByRole('switch', { name: 'Show Monthly' }))
    expect(fitting()[0]).toContain('Fits 1 person: $29 a month')
    type('')
    expect(fitting()).toEqual([])
    type('40')
    expect(fitting()[0]).toEndWith('Fits 40 peopleTry For Free')
  })

  test('says so on narrow screens', () => {
    show({ width: 390 })
    const fits = screen
      .getAllByRole('article')
      .map((card) => within(card).queryByText('Fits 6 people: $192 a month') !== null)
    expect(fits).toEqual([false, true, false, false])
  })
})

test('an edition whose price is not shown says Contact us, in both layouts and in the calculator', () => {
  show({ data: plans.map((plan, index) => (index === 1 ? { ...plan, price_shown: false } : plan)) })
  const contact = () =>
    screen.getByRole('link', { name: 'Contact us for the price of Professional' }).getAttribute('href')
  expect(contact()).toBe('/contact-us')
  expect(screen.getByText('Contact us for the price')).toBeTruthy()
  expect(screen.getByText('Fits 6 people')).toBeTruthy()
  expect(screen.queryByText(/\$32/)).toBeNull()
  resize(390)
  expect(contact()).toBe('/contact-us')
})

test('a missing price has a link to ask for it, in both layouts', () => {
  show({ data: plans.slice(0, 3) })
  const ask = () => screen.getByRole('link', { name: 'Ask for a price of Enterprise' }).getAttribute('href')
  expect(ask()).toBe('/contact-us')
  expect(screen.queryByText(/undefined|NaN/)).toBeNull()
  resize(390)
  expect(ask()).toBe('/contact-us')
})
