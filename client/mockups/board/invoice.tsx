import { dollars, invoiceCents, invoiceLines, type Order } from './orders.ts'
import * as box from './stack.styles.ts'

/** The invoice of all orders that the visitor added. */
export function Invoice({ orders }: { orders: readonly Order[] }) {
  const lines = invoiceLines(orders)
  return (
    <box.Paper>
      <box.Line as="p">
        <strong>Invoice INV-2208</strong>
      </box.Line>
      <box.Lines>
        {lines.length === 0 && <li>Add an order to fill it.</li>}
        {lines.map(({ name, quantity, cents }) => (
          <box.Line key={name}>
            <span>{`${quantity} ${name}`}</span>
            <span>{dollars(cents)}</span>
          </box.Line>
        ))}
      </box.Lines>
      <box.Total as="p">
        <span>Total</span>
        <strong>{dollars(invoiceCents(orders))}</strong>
      </box.Total>
    </box.Paper>
  )
}
