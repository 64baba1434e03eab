import { createStyled } from '#client/ui/create-styled.ts'
import { Icon } from '#client/ui/icon.tsx'
import { narrow } from './narrow.ts'
import { Progress } from './progress.tsx'
import { fridayOf, percentDone } from './sample-totals.ts'
import type { Good } from './samples.ts'

const s = createStyled('bench-row')
const Row = s('div')`
  display: grid;
  grid-template-columns: 1.1fr 1.2fr 17em;
  align-items: center;
  gap: 3em;
  margin-top: 1.2em;
  padding: 1.9em 2.2em;
  border-radius: 1.2em;
  background: var(--surface-2);
  ${narrow} {
    grid-template-columns: 1.2fr 1fr 15.4em;
    gap: 2em;
    padding: 1.7em 1.8em;
  }
`
const Product = s('div')`
  & > p {
    font-size: 2.2em;
    font-weight: 640;
    line-height: 1.2;
  }
  & > span {
    color: var(--text-3);
    font-size: 1.6em;
  }
  [data-done] > & > p { color: var(--text-2); }
`
const Count = s('div')`
  color: var(--text-2);
  font-size: 1.8em;
  & > b {
    color: var(--text);
    font: 620 1.9em / 1 var(--f-display);
  }
  [data-done] > & > b { color: var(--text-2); }
`
const Made = s(Progress)`
  height: 0.5em;
  margin-top: 0.5em;
  border-radius: 9px;
  background: var(--surface-3);
  [data-done] & { fill: var(--primary); }
`
const Buttons = s('div')`
  display: flex;
  justify-content: flex-end;
  gap: 1em;
  color: var(--primary-ink);
  & > span {
    padding: 0.7em 1em;
    border-radius: 0.6em;
    background: var(--surface-3);
    color: var(--text);
    font-size: 2em;
    font-weight: 680;
  }
  & > svg {
    width: 4em;
    height: 4em;
  }
`

/** One product of today: what it is, how many are done, and the buttons that count; a check once all are. */
export function BenchRow({ good }: { good: Good }) {
  const wanted = fridayOf(good)
  const done = good.done === wanted
  return (
    <Row data-done={done || undefined} data-day="fri">
      <Product>
        <p>{good.product}</p>
        <span>{good.unit}</span>
      </Product>
      <Count>
        <b>{good.done}</b> of {wanted}
        <Made percent={percentDone(good.done, wanted)} />
      </Count>
      <Buttons>{done ? <Icon name="check" bold /> : <CountButtons />}</Buttons>
    </Row>
  )
}

const CountButtons = () => (
  <>
    <span>+1</span>
    <span>+10</span>
  </>
)
