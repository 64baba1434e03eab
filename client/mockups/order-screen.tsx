import { createStyled, narrow } from '#client/ui/base/styles.ts'
import { AppScreen, Note, Padded, PartHead } from './app-screen.tsx'
import { AppButton, medium, Table, Week } from './building-blocks.tsx'
import { dollars, lineCents, type Order, type OrderLine, orderCents, type SampleProps, samples } from './samples.ts'

const STAGES = ['Order placed', 'Created', 'Packaged', 'Shipped', 'Paid']
const STAGE_NOW = 2

export function OrderScreen({ trade = 'bakery' }: SampleProps) {
  const { order } = samples[trade]
  const { number, client, placed, lines } = order
  const altText = `Sales order screen: order ${number} for ${client} with ${lines.length} lines, delivery on Friday and a total of $${dollars(orderCents(order))}`
  return (
    <AppScreen label={altText} tab="Orders">
      <Columns>
        <Padded>
          <PartHead title={`Order ${number}`} note={`${client} · ${placed}`} status={['Packaging', 'wed']} />
          <Stages>
            {STAGES.map((stage, index) => (
              <li key={stage} data-stage={stageAt(index)}>
                <span>{stage}</span>
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
  <LineTable>
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
  </LineTable>
)

export function OrderSide({ order }: { order: Order }) {
  const total = dollars(orderCents(order))
  return (
    <Side>
      <Panel>
        <Heading>Deliver on</Heading>
        <Days lit={['fri']} />
        <Note>{order.route}</Note>
      </Panel>
      <Panel>
        <Heading>Client</Heading>
        <Strong>{order.client}</Strong>
        <Note>
          Owner: {order.owner} · {order.terms}
        </Note>
        <Note>Auto-bill-pay: {order.paysBy}</Note>
      </Panel>
      <Panel>
        <Sum data-part>
          <span>Subtotal</span>
          <span>{total}</span>
        </Sum>
        <Sum data-part>
          <span>Tax</span>
          <span>0.00</span>
        </Sum>
        <Total>
          <span>Total</span>
          <span>${total}</span>
        </Total>
        <AppButton>Create invoice</AppButton>
      </Panel>
    </Side>
  )
}

const s = createStyled('order-screen')
const Columns = s('div')`
  display: grid;
  grid-template-columns: 1fr 29em;
  ${medium} { grid-template-columns: 1fr; }
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
  ${narrow} {
    & > :not([data-stage='now']) > span { display: none; }
  }
  & > [data-stage='now'] { color: var(--text); }
  & > [data-stage='now']::before { background: linear-gradient(90deg, var(--wed) 60%, var(--surface-3) 60%); }
`
/** Narrow tables have no units and no unit prices. */
const LineTable = s(Table)`
  ${narrow} {
    & :is(th, td):nth-child(3) { display: none; }
    & td > small { display: none; }
  }
`
const Side = s('div')`
  display: grid;
  align-content: start;
  gap: 1.4em;
  padding: 2.6em 2.4em;
  border-left: 1px solid var(--line);
  background: color-mix(in srgb, var(--surface-2) 55%, transparent);
  ${medium} { grid-template-columns: repeat(3, minmax(0, 1fr)); border-top: 1px solid var(--line); border-left: 0; }
  ${narrow} {
    grid-template-columns: minmax(0, 1fr);
    padding: 1.6em;
    & > :not(:last-child),
    & [data-part] { display: none; }
  }
`
const Panel = s('div')`
  padding: 1.4em 1.6em;
  border: 1px solid var(--line);
  border-radius: 1em;
  background: var(--surface-2);
`
const Heading = s('p')`
  color: var(--text-3);
  font-size: 1.3em;
  font-weight: 600;
`
const Days = s(Week)`
  margin: 0.54em 0 0.15em;
  font-size: 1.3em;
  line-height: 2;
  & > span { flex: 1; }
`
const Strong = s(Note)`
  color: var(--text);
  font-weight: 640;
`
const Sum = s(Note)`
  display: flex;
  justify-content: space-between;
  color: var(--text-2);
`
const Total = s(Sum)`
  color: var(--text);
  font-size: 2em;
  font-weight: 700;
`
