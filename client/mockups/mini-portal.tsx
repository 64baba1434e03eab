import { createStyled } from '#client/ui/create-styled.ts'
import { AppButton } from './app-button.ts'
import { Mini, Sheet, SheetRow } from './mini.tsx'
import { type SampleProps, samples } from './samples.ts'
import { Today } from './week.tsx'

const LINES_SHOWN = 2

const s = createStyled('mini-portal')
const Card = s(Sheet)`
  inset: 36px 44px auto;
`
const Head = s(SheetRow)`
  margin-bottom: 6px;
  & > :last-child { font-size: 12px; }
`
const Line = s(SheetRow)`
  padding: 8px 0;
  border-bottom: 1px solid var(--line);
`
const Quantity = s('span')`
  display: inline-flex;
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

/** What a client orders for itself, for the overview of the portal. */
export function MiniPortal({ trade = 'bakery', label }: SampleProps) {
  const lines = samples[trade].order.lines.slice(0, LINES_SHOWN)
  return (
    <Mini label={label ?? 'Client portal: an order for Friday, with a quantity for each product'} $light="mon">
      <Card>
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
      </Card>
    </Mini>
  )
}
