import { createStyled, narrow } from '#client/ui/base/styles.ts'
import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { AppScreen, Padded, PartHead } from './app-screen.tsx'
import { Listing, medium, Status, tiny } from './building-blocks.tsx'
import { type Age, aging, dollars, dueDate, type Invoice, type SampleProps, samples } from './samples.ts'

const LATE_DAYS_MAX = 30

export function ReceivablesScreen({ trade = 'bakery' }: SampleProps) {
  const { invoices } = samples[trade]
  return (
    <AppScreen label="Accounts receivable screen with aging bars and open invoices" tab="Invoices">
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
  const [day, label] = paymentStatus(invoice)
  return (
    <tr>
      <td>{invoice.number}</td>
      <td>{invoice.client}</td>
      <td>{dueDate(invoice)}</td>
      <td>{invoice.paysBy}</td>
      <td data-number>{dollars(invoice.cents)}</td>
      <td data-number>
        <Status day={day}>{label}</Status>
      </td>
    </tr>
  )
}

/** Auto-bill-pay collects on the due date. */
function paymentStatus({ daysLate, paysBy }: Invoice): [Day, string] {
  if (daysLate > 0) return [daysLate > LATE_DAYS_MAX ? 'fri' : 'thu', `${daysLate} days late`]
  return paysBy === 'Invoice' ? ['sun', 'Sent'] : ['mon', 'Scheduled']
}

export function AgingBars({ ages }: { ages: readonly Age[] }) {
  const total = ages.reduce((sum, { cents }) => sum + cents, 0)
  return (
    <Bars>
      {ages.map(({ label, day, cents }) => (
        <Bar key={label} data-day={day} $share={Math.round((cents / total) * 100)}>
          <Label>{label}</Label>
          <Amount>${dollars(cents)}</Amount>
        </Bar>
      ))}
    </Bars>
  )
}

const s = createStyled('receivables-screen')
const Invoices = s(Listing)`
  ${medium} {
    & :is(th, td):nth-child(4) { display: none; }
  }
  ${narrow} {
    & :is(th, td):nth-child(3) { display: none; }
  }
  ${tiny} {
    & :is(th, td):first-child { display: none; }
    & td > [data-day] { padding: 0; background: none; }
  }
`
const Bars = s('div')`
  display: flex;
  gap: 0.8em;
  margin-bottom: 2em;
  ${narrow} { display: grid; gap: 1.2em; }
`
/** Its share of the total, but at least as wide as its text. On narrow screens, a line with its bar below. */
const Bar = s('div')<{ $share: number }>`
  flex: ${({ $share }) => $share} 0 9em;
  &::before {
    content: '';
    display: block;
    height: 3.4em;
    margin-bottom: 0.8em;
    border-radius: 0.5em;
    background: var(--day);
  }
  ${narrow} {
    display: grid;
    grid-template-columns: 1fr auto;
    align-items: baseline;
    &::before {
      grid-area: 2 / 1 / 3 / 3;
      width: ${({ $share }) => Math.max(2, $share)}%;
      height: 1em;
      margin: 0.4em 0 0;
    }
  }
`
const Label = s('p')`
  color: var(--text-3);
  font-size: 1.35em;
  font-weight: 600;
  white-space: nowrap;
`
const Amount = s('p')`
  font-size: 1.9em;
  font-weight: 680;
`
