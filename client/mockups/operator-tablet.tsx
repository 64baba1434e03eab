import { Mark } from '#client/ui/brand/mark.tsx'
import { WEEK } from '#client/ui/brand/week.ts'
import { createStyled } from '#client/ui/create-styled.ts'
import { BenchRow } from './bench-row.tsx'
import { IllustrationFrame } from './illustration-frame.tsx'
import { narrow } from './narrow.ts'
import { type SampleProps, samples } from './samples.ts'
import { dayName, TODAY_INDEX } from './week.tsx'

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
/** A hundred of its em are the width; sixty where it is narrow. */
const Inside = s('div')`
  padding: 2.6em;
  font-size: 1cqw;
  ${narrow} {
    padding: 2em;
    font-size: calc(100cqw / 60);
  }
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
  & > svg {
    width: 1.3em;
    height: 1.3em;
  }
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
  & > [data-on] {
    background: var(--day);
    color: var(--on-day);
  }
  ${narrow} {
    & > :not([data-on]) { display: none; }
  }
`

/** The operator's app: today's products, how many are done of how many, and buttons for floury hands. */
export function OperatorTablet({ trade = 'bakery', label }: SampleProps) {
  return (
    <Tablet>
      <Frame label={label ?? 'Operator app on a tablet: Friday’s list with large count buttons'}>
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
