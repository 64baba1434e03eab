import { createStyled } from '#client/ui/base/styles.ts'
import { WEEK } from '#client/ui/brand/week.ts'
import { AppButton, dayName, Today, Week } from './building-blocks.tsx'
import { DocketPaper } from './docket.tsx'
import { IllustrationFrame } from './frames.tsx'
import { balanceCents, dollars, type Good, type SampleProps, samples } from './samples.ts'

const initials = (name: string) =>
  name
    .split(' ')
    .slice(0, 2)
    .map((word) => word.slice(0, 1))
    .join('')

export function MiniCrm({ trade = 'bakery' }: SampleProps) {
  const { clients, invoices } = samples[trade]
  const [client] = clients
  if (!client) return null
  const altText = `A client’s card: ${client.name} with its owner, its delivery days and its open balance`
  return (
    <Mini label={altText} $light="sat">
      <Behind />
      <Card>
        <Client>
          <Initials>{initials(client.name)}</Initials>
          <div>
            <b>{client.name}</b>
            <small>Owner: {client.owner}</small>
          </div>
        </Client>
        <Days lit={client.days} />
        <SheetRow>
          <small>Open balance</small>
          <b>${dollars(balanceCents(client.name, invoices))}</b>
        </SheetRow>
      </Card>
    </Mini>
  )
}

const LINES_SHOWN = 2

export function MiniPortal({ trade = 'bakery' }: SampleProps) {
  const lines = samples[trade].order.lines.slice(0, LINES_SHOWN)
  return (
    <Mini label="Client Portal: an order for Friday, with a quantity for each product" $light="mon">
      <MiniPortalCard>
        <Head>
          <b>Order for Friday</b>
          <Today>Fri 20</Today>
        </Head>
        {lines.map(({ product, quantity }) => (
          <Line key={product}>
            {product}
            <Quantity>
              <span>−</span>
              {quantity}
              <span>+</span>
            </Quantity>
          </Line>
        ))}
        <Button>Place order</Button>
      </MiniPortalCard>
    </Mini>
  )
}

const GOODS_SHOWN = 3

export function MiniOrder({ trade = 'bakery' }: SampleProps) {
  const { goods, order } = samples[trade]
  return (
    <Mini label={`Order ${order.number} on paper before Thursday and Friday of the schedule`} $light="wed">
      <Columns>
        {[3, 4].map((index) => (
          <DayColumn key={index} index={index} goods={goods.slice(0, GOODS_SHOWN)} />
        ))}
      </Columns>
      <DeliveryNote>
        <DocketPaper order={order} />
      </DeliveryNote>
    </Mini>
  )
}

function DayColumn({ index, goods }: { index: number; goods: readonly Good[] }) {
  const day = WEEK[index] ?? 'mon'
  return (
    <Column data-day={day}>
      <Heading>{dayName(day)}</Heading>
      {goods
        .filter(({ week }) => week[index])
        .map(({ short, week }) => (
          <Job key={short}>
            {short}
            <b>{week[index]}</b>
          </Job>
        ))}
    </Column>
  )
}

const s = createStyled('mini')
/** The top of an overview card, 236 px high, with a gradient in the color of a day. */
export const Mini = s(IllustrationFrame)<{ $light: string }>`
  overflow: hidden;
  height: 236px;
  background: linear-gradient(160deg, color-mix(in srgb, var(--${({ $light }) => $light}) 25%, var(--surface)), var(--surface-2));
  font-size: 14px;
`
export const Sheet = s('div')`
  position: absolute;
  padding: 18px 20px;
  border-radius: 14px;
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line), var(--shadow-2);
  & b { font-weight: 650; }
  & small { display: block; color: var(--text-2); font-size: 13px; }
`
export const SheetRow = s('div')`
  display: flex;
  justify-content: space-between;
  align-items: center;
  gap: 12px;
`
const Behind = s(Sheet)`
  inset: 24px 56px auto;
  height: 60px;
  opacity: 0.6;
`
const Card = s(Sheet)`
  inset: 44px 36px auto;
`
const Client = s('div')`
  display: flex;
  align-items: center;
  gap: 12px;
`
const Initials = s('span')`
  display: grid;
  flex: none;
  place-items: center;
  width: 42px;
  height: 42px;
  border-radius: 11px;
  background: var(--sat);
  color: var(--on-day);
  font: 620 17px / 1 var(--f-display);
`
const Days = s(Week)`
  gap: 5px;
  margin: 14px 0 12px;
  font-size: 12px;
  line-height: 26px;
  & > span { flex: 1; border-radius: 6px; }
`
/** Wider in narrow cards, so that the quantities fit. */
const MiniPortalCard = s(Sheet)`
  inset: 36px clamp(16px, 27cqw - 60px, 44px) auto;
`
const Head = s(SheetRow)`
  margin-bottom: 6px;
  & > :last-child { flex: none; font-size: 12px; }
`
const Line = s(SheetRow)`
  padding: 8px 0;
  border-bottom: 1px solid var(--line);
`
const Quantity = s('span')`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: 10px;
  font-weight: 650;
  & > span {
    display: grid;
    place-items: center;
    width: 26px;
    height: 26px;
    border-radius: 7px;
    background: var(--surface-3);
  }
`
const Button = s(AppButton)`
  margin-top: 14px;
  padding: 10px;
  border-radius: 9px;
  font-size: 14px;
`
const Columns = s('div')`
  position: absolute;
  top: 32px;
  right: 24px;
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 10px;
  width: 218px;
`
const Column = s('div')`
  overflow: hidden;
  height: 230px;
  border-radius: 10px;
  background: var(--surface);
`
const Heading = s('p')`
  padding: 6px 10px;
  background: var(--day);
  color: var(--on-day);
  font-size: 13px;
  font-weight: 700;
`
const Job = s('p')`
  margin: 7px 7px 0;
  padding: 6px 9px 8px;
  border-radius: 7px;
  background: var(--surface-3);
  color: var(--text-2);
  font-size: 11.5px;
  line-height: 1.25;
  & > b { display: block; color: var(--text); font: 620 18px / 1.1 var(--f-display); }
`
const DeliveryNote = s('div')`
  position: absolute;
  top: 36px;
  left: 18px;
  width: 240px;
  transform: rotate(-4deg);
`
