import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { AgingBars } from './aging-bars.tsx'
import { AppScreen, Padded, PartHead } from './app-screen.tsx'
import { narrow } from './narrow.ts'
import { aging, dollars, dueDate } from './sample-totals.ts'
import { type Invoice, type SampleProps, samples } from './samples.ts'
import { Status } from './status.tsx'
import { Listing } from './table.tsx'

const LATE_DAYS_MAX = 30

const s = createStyled('receivables-screen')
const Invoices = s(Listing)`
  ${narrow} {
    & :is(th, td):is(:nth-child(3), :nth-child(4)) { display: none; }
  }
`

/** Who owes what, and since when: open invoices by age, and one by one. */
export function ReceivablesScreen({ trade = 'bakery', label }: SampleProps) {
  const { invoices } = samples[trade]
  return (
    <AppScreen label={label ?? 'Accounts receivable screen with aging bars and open invoices'} tab="Invoices">
      <Padded>
        <PartHead title="Accounts receivable" note="Open invoices by age" status={['Auto-bill-pay on', 'mon']} />
        <AgingBars ages={aging(invoices)} />
        <Invoices>
          <thead>
            <tr>
              <th>Invoice</th>
              <th>Client</th>
              <th>Due</th>
              <th>Pays by</th>
              <th data-number>Amount</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {invoices.map((invoice) => (
              <InvoiceRow key={invoice.number} invoice={invoice} />
            ))}
          </tbody>
        </Invoices>
      </Padded>
    </AppScreen>
  )
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const [day, said] = paymentStatus(invoice)
  return (
    <tr>
      <td>{invoice.number}</td>
      <td>{invoice.client}</td>
      <td>{dueDate(invoice)}</td>
      <td>{invoice.paysBy}</td>
      <td data-number>{dollars(invoice.cents)}</td>
      <td data-number>
        <Status day={day}>{said}</Status>
      </td>
    </tr>
  )
}

/** What auto-bill-pay collects is scheduled for its due date. */
function paymentStatus({ daysLate, paysBy }: Invoice): [Day, string] {
  if (daysLate > 0) return [daysLate > LATE_DAYS_MAX ? 'fri' : 'thu', `${daysLate} days late`]
  return paysBy === 'Invoice' ? ['sun', 'Sent'] : ['mon', 'Scheduled']
}
