import { WEEK } from '#client/ui/brand/week.ts'
import { createStyled } from '#client/ui/styles.ts'
import { dayName } from './building-blocks.tsx'
import { DocketPaper } from './docket.tsx'
import { Mini } from './mini.tsx'
import { type Good, type SampleProps, samples } from './samples.ts'

const GOODS_SHOWN = 3

const s = createStyled('mini-order')
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
  & > b {
    display: block;
    color: var(--text);
    font: 620 18px / 1.1 var(--f-display);
  }
`
const DeliveryNote = s('div')`
  position: absolute;
  top: 62px;
  left: 20px;
  width: 193px;
  transform: rotate(-4deg);
`

export function MiniOrder({ trade = 'bakery', label }: SampleProps) {
  const { goods, order } = samples[trade]
  return (
    <Mini label={label ?? `Order ${order.number} on paper before Thursday and Friday of the schedule`} $light="wed">
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
