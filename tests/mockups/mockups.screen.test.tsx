import { describe, expect, test } from 'bun:test'
import { render } from '@testing-library/react'
import type { ComponentType, ReactElement } from 'react'
import { NineCrates, UserTree } from '#client/mockups/diagrams.tsx'

import { Docket } from '#client/mockups/docket.tsx'
import { DriverPhone } from '#client/mockups/driver-phone.tsx'
import { MockupFrame } from '#client/mockups/frames.tsx'
import { MiniCrm, MiniOrder, MiniPortal } from '#client/mockups/mini.tsx'
import { OperatorTablet } from '#client/mockups/operator-tablet.tsx'
import { OrderScreen } from '#client/mockups/order-screen.tsx'
import { ReceivablesScreen } from '#client/mockups/receivables-screen.tsx'
import type { Trade } from '#client/mockups/samples.ts'
import { samples } from '#client/mockups/samples.ts'
import { BoardScreen, ClientsScreen } from '#client/mockups/screens.tsx'

const trades = Object.keys(samples) as Trade[]

/** `1,180.00` → cents. */
const cents = (text: string) => Math.round(Number(text.replace(/[$,]/g, '')) * 100)
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

function renderMockup(screen: ReactElement) {
  const { container } = render(screen)
  const texts = (selector: string) => [...container.querySelectorAll(selector)].map((one) => one.textContent ?? '')
  const rows = () =>
    [...container.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((td) => td.textContent),
    )
  return { container, texts, rows, text: container.textContent ?? '' }
}

describe.each(trades)('the mockups of %s', (trade) => {
  test('show an order whose line totals are quantity times price and add up to its total', () => {
    const { rows, text } = renderMockup(<OrderScreen trade={trade} />)
    const lines = rows().map(([, quantity = '', unit = '', total = '']) => ({ quantity, unit, total }))
    expect(lines).toHaveLength(5)
    for (const { quantity, unit, total } of lines) expect(Number(quantity) * cents(unit)).toBe(cents(total))
    const [, subtotal = '', all = ''] = /Subtotal([\d,.]+)Tax0\.00Total(\$[\d,.]+?\.\d\d)/.exec(text) ?? []
    expect(cents(subtotal)).toBe(sum(lines.map(({ total }) => cents(total))))
    expect(cents(all)).toBe(cents(subtotal))
  })

  test('show receivables whose ages and invoices add up to the balances of the clients', () => {
    const invoices = renderMockup(<ReceivablesScreen trade={trade} />)
    const open = sum(invoices.rows().map(([, , , , amount]) => cents(amount ?? '')))
    const ages = invoices.text.match(/\$[\d,]+\.\d\d/g) ?? []
    expect(ages).toHaveLength(4)
    expect(sum(ages.map(cents))).toBe(open)
    const clients = renderMockup(<ClientsScreen trade={trade} />)
    expect(sum(clients.rows().map(([, , , , balance]) => cents(balance ?? '')))).toBe(open)
  })

  test("the tablet shows the quantities of Friday's column of the board", () => {
    const friday = renderMockup(<BoardScreen trade={trade} />).texts('[data-now] b')
    const { texts } = renderMockup(<OperatorTablet trade={trade} />)
    expect(texts('div:has(> b)').map((count) => count.split(' of ')[1])).toEqual(friday)
  })

  test("the phone's next stop follows the delivered ones", () => {
    const { texts, text } = renderMockup(<DriverPhone trade={trade} />)
    expect(text).toContain(`Stop ${texts('[data-stop=done]').length + 1} of `)
    expect(texts('[data-stop=now]')).toHaveLength(1)
  })
})

const pictures: [string, ComponentType, RegExp][] = [
  ['order', OrderScreen, /order 10482 for Harbor Street Café.*total of \$412\.50/],
  ['board', BoardScreen, /Production schedule.*weekday/],
  ['clients', ClientsScreen, /Client list/],
  ['receivables', ReceivablesScreen, /Accounts receivable/],
  ['phone', DriverPhone, /Driver app on a phone.*stop 3 is next/],
  ['tablet', OperatorTablet, /Operator app on a tablet/],
  ['docket', Docket, /Docket of order 10482/],
  ['client’s card', MiniCrm, /A client’s card: Harbor Street Café/],
  ['order over the board', MiniOrder, /Order 10482 on paper/],
  ['portal', MiniPortal, /Client Portal/],
  ['tree', UserTree, /Employee management tree/],
  ['nine crates', NineCrates, /Nine parts of the ERP.*human resources and financials/],
]

describe.each(pictures)('the mockup of the %s', (_name, Picture, said) => {
  test('is one image with one text alternative and no focusable content', () => {
    const { getAllByRole, container } = render(<Picture />)
    const [image, ...others] = getAllByRole('img')
    expect(others).toEqual([])
    expect(image?.getAttribute('aria-label')).toMatch(said)
    expect(container.querySelectorAll('a, button, input, [tabindex], [style]')).toHaveLength(0)
  })
})

test('a framed mockup has a caption that says sample data', () => {
  const { getByRole } = render(
    <MockupFrame>
      <OrderScreen />
    </MockupFrame>,
  )
  expect(getByRole('figure').textContent).toEndWith(
    'Sample data. Your screens carry your products, clients and prices.',
  )
})
