import { createStyled } from '#client/ui/create-styled.ts'
import { AppButton } from './app-button.ts'
import { Note } from './app-screen.tsx'
import { narrow } from './narrow.ts'
import { dollars, orderCents } from './sample-totals.ts'
import type { Order } from './samples.ts'
import { Week } from './week.tsx'

const s = createStyled('order-side')
const Side = s('div')`
  display: grid;
  align-content: start;
  gap: 1.4em;
  padding: 2.6em 2.4em;
  border-left: 1px solid var(--line);
  background: color-mix(in srgb, var(--surface-2) 55%, transparent);
  ${narrow} { display: none; }
`
const Box = s('div')`
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

/** Beside an order: when it leaves, who gets it, what it comes to. */
export function OrderSide({ order }: { order: Order }) {
  const total = dollars(orderCents(order))
  return (
    <Side>
      <Box>
        <Heading>Deliver on</Heading>
        <Days lit={['fri']} />
        <Note>{order.route}</Note>
      </Box>
      <Box>
        <Heading>Client</Heading>
        <Strong>{order.client}</Strong>
        <Note>
          Owner: {order.owner} · {order.terms}
        </Note>
        <Note>Auto-bill-pay: {order.paysBy}</Note>
      </Box>
      <Box>
        <Sum>
          <span>Subtotal</span>
          <span>{total}</span>
        </Sum>
        <Sum>
          <span>Tax</span>
          <span>0.00</span>
        </Sum>
        <Total>
          <span>Total</span>
          <span>${total}</span>
        </Total>
        <AppButton>Create invoice</AppButton>
      </Box>
    </Side>
  )
}
