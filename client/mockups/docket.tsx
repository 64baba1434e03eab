import { createStyled } from '#client/ui/base/styles.ts'
import { IllustrationFrame } from './frames.tsx'
import { dollars, type Order, orderCents, type SampleProps, samples } from './samples.ts'

const LINES_SHOWN = 3

const s = createStyled('docket')
const Frame = s(IllustrationFrame)`
  line-height: 1.6;
`
const Shadow = s('div')`
  container-type: inline-size;
  filter: drop-shadow(0 14px 18px color-mix(in srgb, var(--on-day) 45%, transparent));
`
/** Torn off at the lower edge. 28 em wide. */
const Paper = s('div')`
  padding: 1.8em 2em 2.2em;
  border-radius: 0.4em 0.4em 0 0;
  background: var(--paper);
  color: var(--paper-ink);
  font-size: calc(100cqw / 28);
  --perforation: 0.12em dashed color-mix(in srgb, var(--paper-muted) 45%, var(--paper));
  mask: radial-gradient(circle at 50% 100%, transparent 0.56em, black 0.6em) 50% 100% / 2em 100% repeat-x;
`
const Line = s('p')`
  display: flex;
  justify-content: space-between;
  padding: 0.2em 0;
  font-size: 1.55em;
  & > b { font-weight: 700; }
`
const Head = s(Line)`
  align-items: center;
  margin-bottom: 0.24em;
  padding: 0;
  font: 620 2.1em / 1.1 var(--f-display);
  & > span {
    padding: 0.25em 0.7em;
    border-radius: 0.35em;
    background: var(--fri);
    color: var(--on-day);
    font: 700 0.67em / 1.35 var(--f-body);
  }
`
const Client = s('p')`
  margin-bottom: 0.8em;
  padding-bottom: 0.7em;
  border-bottom: var(--perforation);
  color: var(--paper-muted);
  font-size: 1.5em;
`
const More = s(Line)`
  color: var(--paper-muted);
  font-size: 1.42em;
`
const Total = s(Line)`
  margin: 0.6em 0;
  padding: 0.6em 0 0;
  border-top: var(--perforation);
  font-size: 1.5em;
`

export function Docket({ trade = 'bakery' }: SampleProps) {
  const { order } = samples[trade]
  const altText = `Docket of order ${order.number} for ${order.client}, due on Friday, total $${dollars(orderCents(order))}`
  return (
    <Frame label={altText}>
      <DocketPaper order={order} />
    </Frame>
  )
}

export const DocketPaper = ({ order }: { order: Order }) => (
  <Shadow>
    <Paper>
      <Head>
        Order {order.number} <span>Fri</span>
      </Head>
      <Client>{order.client}</Client>
      {order.lines.slice(0, LINES_SHOWN).map(({ product, quantity }) => (
        <Line key={product}>
          {product} <b>{quantity}</b>
        </Line>
      ))}
      <More>{`${order.lines.length - LINES_SHOWN} more lines`}</More>
      <Total>
        Total <b>${dollars(orderCents(order))}</b>
      </Total>
    </Paper>
  </Shadow>
)
