import { createStyled } from '#client/ui/create-styled.ts'
import { AppScreen, Padded, PartHead } from './app-screen.tsx'
import { narrow } from './narrow.ts'
import { OrderSide } from './order-side.tsx'
import { dollars, lineCents, orderCents } from './sample-totals.ts'
import { type OrderLine, type SampleProps, samples } from './samples.ts'
import { Table } from './table.tsx'

const STAGES = ['Order placed', 'Created', 'Packaged', 'Shipped', 'Paid']
const STAGE_NOW = 2

const s = createStyled('order-screen')
const Columns = s('div')`
  display: grid;
  grid-template-columns: 1fr 29em;
  ${narrow} { grid-template-columns: 1fr; }
`
const Stages = s('ol')`
  display: flex;
  gap: 0.8em;
  margin-bottom: 2em;
  & > li {
    flex: 1;
    color: var(--text-3);
    font-size: 1.35em;
    font-weight: 600;
  }
  & > li::before {
    content: '';
    display: block;
    height: 0.55em;
    margin-bottom: 0.6em;
    border-radius: 2px;
    background: var(--surface-3);
  }
  & > [data-stage='done'] { color: var(--text-2); }
  & > [data-stage='done']::before { background: var(--primary); }
  & > [data-stage='now'] { color: var(--text); }
  & > [data-stage='now']::before { background: linear-gradient(90deg, var(--wed) 60%, var(--surface-3) 60%); }
`

/** A sales order: stage, lines, delivery day, client and totals. */
export function OrderScreen({ trade = 'bakery', label }: SampleProps) {
  const { order } = samples[trade]
  const { number, client, placed, lines } = order
  const altText = `Sales order screen: order ${number} for ${client} with ${lines.length} lines, delivery on Friday and a total of $${dollars(orderCents(order))}`
  return (
    <AppScreen label={label ?? altText} tab="Orders">
      <Columns>
        <Padded>
          <PartHead title={`Order ${number}`} note={`${client} · ${placed}`} status={['Packaging', 'wed']} />
          <Stages>
            {STAGES.map((stage, index) => (
              <li key={stage} data-stage={stageAt(index)}>
                {stage}
              </li>
            ))}
          </Stages>
          <Lines lines={lines} />
        </Padded>
        <OrderSide order={order} />
      </Columns>
    </AppScreen>
  )
}

function stageAt(index: number) {
  if (index === STAGE_NOW) return 'now'
  return index < STAGE_NOW ? 'done' : undefined
}

const Lines = ({ lines }: { lines: readonly OrderLine[] }) => (
  <Table>
    <thead>
      <tr>
        <th>Item</th>
        <th data-number>Qty</th>
        <th data-number>Unit</th>
        <th data-number>Total</th>
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <tr key={line.product}>
          <td>
            {line.product} <small>{line.unit}</small>
          </td>
          <td data-number>{line.quantity}</td>
          <td data-number>{dollars(line.cents)}</td>
          <td data-number>{dollars(lineCents(line))}</td>
        </tr>
      ))}
    </tbody>
  </Table>
)
