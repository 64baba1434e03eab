import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { createStyled, narrow } from '#client/ui/styles.ts'
import { AppScreen, Padded, PartHead } from './app-screen.tsx'
import { Listing, Status } from './building-blocks.tsx'
import { type Age, aging, dollars, dueDate, type Invoice, type SampleProps, samples } from './samples.ts'

const LATE_DAYS_MAX = 30

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
  ${narrow} {
    & :is(th, td):is(:nth-child(3), :nth-child(4)) { display: none; }
  }
`
const Bars = s('div')`
  display: flex;
  gap: 0.8em;
  margin-bottom: 2em;
`
/** Its share of the total, but at least as wide as its text. */
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
