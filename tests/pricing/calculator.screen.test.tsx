import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { ANNOUNCEMENT_DELAY_MS } from '#client/pricing/calculator.tsx'
import PricingPage, { loadParts } from '#client/pricing/pricing-page.tsx'
import { aSite } from '#tests/helpers/cards.ts'

await loadParts()
beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const plans = [
  { monthly_price: 29, annual_price: 24 },
  { monthly_price: 390, annual_price: 320.5 },
  { monthly_price: 49, annual_price: 41 },
  { monthly_price: 62, annual_price: 52 },
]

function show(data = plans) {
  const { container } = render(
    <MemoryRouter initialEntries={['/pricing']}>
      <PricingPage data={{ plans: data, texts: null }} site={aSite()} />
    </MemoryRouter>,
  )
  const form = within(container.querySelector('form') ?? container)
  const announced = () => form.getByRole('status').textContent
  return {
    form,
    announced,
    type: (people: string) => fireEvent.input(form.getByLabelText('Number of people'), { target: { value: people } }),
    choose: (plugin: string) => fireEvent.click(form.getByRole('checkbox', { name: plugin })),
    /** The visible lines of the result. */
    result: () => [...container.querySelectorAll('form p')].map(({ textContent }) => textContent),
    pass: (ms: number) => act(() => jest.advanceTimersByTime(ms)),
  }
}

describe('the price calculator', () => {
  test('shows the totals of a month and a year and the saving, with thousands separated', () => {
    const { type, result, form } = show()
    type('12')
    expect(result()).toEqual([
      'Professional, up to 12 people',
      '$3,846 per month',
      '$46,152 a year, billed annually',
      'You save $10,008 a year',
    ])
    expect(form.getByRole('link', { name: 'Try Professional free' }).getAttribute('href')).toBe(
      '/pricing/try-for-free?plan=2',
    )
  })

  test('has the billing period of the chart', () => {
    const { type, result, form } = show()
    type('2')
    fireEvent.click(screen.getByRole('switch', { name: 'Show Monthly' }))
    expect(result()[2]).toBe('$696 a year, billed monthly')
    expect(result()[3]).toBe('Annual billing saves $120 a year')
    expect(form.queryByRole('switch')).toBeNull()
  })

  test('links to the contact page for the costs of chosen plugins, without a number', () => {
    const { choose, result, form } = show()
    choose('Client Login')
    choose('Project Management (coming soon)')
    expect(result().at(-1)).toBe('Additional costs for Client Login, Project Management: ask us')
    expect(form.getByRole('link', { name: 'ask us' }).getAttribute('href')).toBe('/contact-us')
    choose('Client Login')
    choose('Project Management (coming soon)')
    expect(form.queryByRole('link', { name: 'ask us' })).toBeNull()
  })

  test('shows Enterprise with Contact Us for more than 25 people', () => {
    const { type, result, form } = show()
    type('26')
    expect(result()).toEqual(['Enterprise', 'Contact us for the price'])
    expect(form.getByRole('link', { name: 'Contact Us' }).getAttribute('href')).toBe('/contact-us')
  })

  test('asks for the price where the server has none', () => {
    const { result, form } = show(plans.slice(0, 1))
    expect(result()).toEqual(['Professional', 'Contact us for the price'])
    expect(form.getByRole('link', { name: 'Contact Us' })).toBeTruthy()
  })

  test('asks for a number while there is none', () => {
    const { type, result, form } = show()
    for (const typed of ['', '0', '-2', '1.5']) {
      type(typed)
      expect(result()).toEqual(['Enter the number of people'])
    }
    expect(form.queryByRole('link')).toBeNull()
  })

  test('announces the result once typing has stopped, and nothing on arrival', () => {
    const { type, pass, announced } = show()
    pass(ANNOUNCEMENT_DELAY_MS * 2)
    expect(announced()).toBe('')
    type('1')
    pass(ANNOUNCEMENT_DELAY_MS - 1)
    type('12')
    pass(ANNOUNCEMENT_DELAY_MS - 1)
    expect(announced()).toBe('')
    pass(1)
    expect(announced()).toStartWith('Professional, up to 12 people. $3,846 per month.')
    type('6')
    pass(ANNOUNCEMENT_DELAY_MS)
    expect(announced()).toStartWith('Professional, up to 12 people. $1,923 per month.')
  })
})
