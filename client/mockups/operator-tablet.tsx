import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled, narrow } from '#client/ui/base/styles.ts'
import { Mark } from '#client/ui/brand/logo.tsx'
import { WEEK } from '#client/ui/brand/week.ts'
import { dayName, Progress, TODAY_INDEX, tiny } from './building-blocks.tsx'
import { IllustrationFrame } from './frames.tsx'
import { fridayOf, type Good, percentDone, type SampleProps, samples } from './samples.ts'

/** The operator's app: today's products with their progress and large buttons. */
export function OperatorTablet({ trade = 'bakery' }: SampleProps) {
  return (
    <Tablet>
      <Frame label="Operator app on a tablet: Friday’s list with large count buttons">
        <Inside>
          <Top>
            <Name>
              <Mark size={26} />
              Operator Pro
            </Name>
            <Days>
              {WEEK.map((day, index) => (
                <span key={day} data-day={day} data-on={index === TODAY_INDEX || undefined}>
                  {dayName(day)}
                </span>
              ))}
            </Days>
          </Top>
          {samples[trade].goods.map((good) => (
            <BenchRow key={good.product} good={good} />
          ))}
        </Inside>
      </Frame>
    </Tablet>
  )
}

/** One product: quantity, progress, and counting buttons or a check mark when done. */
export function BenchRow({ good }: { good: Good }) {
  const wanted = fridayOf(good)
  const done = good.done === wanted
  return (
    <ProductRow data-done={done || undefined} data-day="fri">
      <Product>
        <p>{good.product}</p>
        <span>{good.unit}</span>
      </Product>
      <Count>
        <b>{good.done}</b> of {wanted}
        <Made percent={percentDone(good.done, wanted)} />
      </Count>
      <Buttons>{done ? <Icon name="check" bold /> : <CountButtons />}</Buttons>
    </ProductRow>
  )
}

const CountButtons = () => (
  <>
    <span>+1</span>
    <span>+10</span>
  </>
)

const s = createStyled('operator-tablet')
const Tablet = s('div')`
  position: relative;
  z-index: 1;
  padding: 14px;
  border-radius: var(--screen-radius, 22px);
  background: color-mix(in srgb, var(--on-day) 40%, black);
  box-shadow: 0 0 0 1px var(--line-strong), var(--shadow-3);
`
const Frame = s(IllustrationFrame)`
  overflow: hidden;
  border-radius: 12px;
  background: var(--surface);
`
/** The font size is such that 1.6 em, the smallest text, are at least 11 px. Otherwise, 100 em are the width, or 60 em if narrow. */
const Inside = s('div')`
  padding: 2.6em;
  font-size: max(1cqw, 6.9px);
  ${narrow} { padding: 2em; font-size: max(100cqw / 60, 6.9px); }
`
const Top = s('div')`
  display: flex;
  justify-content: space-between;
  align-items: center;
  margin-bottom: 2em;
`
const Name = s('p')`
  display: flex;
  align-items: center;
  gap: 0.5em;
  font: 620 2.6em / 1 var(--f-display);
  & > svg { width: 1.3em; height: 1.3em; }
`
const Days = s('div')`
  display: flex;
  gap: 0.6em;
  & > span {
    padding: 0.6em 0.8em;
    border-bottom: 0.25em solid var(--day);
    border-radius: 0.5em;
    background: var(--surface-2);
    color: var(--text-3);
    font-size: 1.6em;
    font-weight: 640;
    line-height: 1;
  }
  & > [data-on] { background: var(--day); color: var(--on-day); }
  ${narrow} {
    & > :not([data-on]) { display: none; }
  }
`
const ProductRow = s('div')`
  display: grid;
  grid-template-columns: 1.1fr 1.2fr 17em;
  align-items: center;
  gap: 3em;
  margin-top: 1.2em;
  padding: 1.9em 2.2em;
  border-radius: 1.2em;
  background: var(--surface-2);
  ${narrow} { grid-template-columns: 1.2fr 1fr 15.4em; gap: 2em; padding: 1.7em 1.8em; }
  ${tiny} {
    grid-template-columns: 1fr auto;
    gap: 1em 2em;
    & > :last-child { grid-area: 1 / 2 / 3; }
  }
`
const Product = s('div')`
  & > p { font-size: 2.2em; font-weight: 640; line-height: 1.2; }
  & > span { color: var(--text-3); font-size: 1.6em; }
  [data-done] > & > p { color: var(--text-2); }
`
const Count = s('div')`
  color: var(--text-2);
  font-size: 1.8em;
  & > b { color: var(--text); font: 620 1.9em / 1 var(--f-display); }
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
  & > svg { width: 4em; height: 4em; }
`
