import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { WEEK } from '#client/ui/brand/week.ts'
import { createStyled, narrow } from '#client/ui/styles.ts'
import { AppScreen, Padded, PartHead } from './app-screen.tsx'

import { dayName, MONDAY_DATE, Progress, TODAY_INDEX } from './building-blocks.tsx'
import { type Good, percentDone, type SampleProps, samples } from './samples.ts'

const s = createStyled('board-screen')
const Board = s('div')`
  display: grid;
  grid-template-columns: repeat(7, 1fr);
  gap: 1em;
  ${narrow} {
    grid-template-columns: repeat(5, 1fr);
    & > :nth-child(-n + 2) { display: none; }
  }
`
const Column = s('div')`
  overflow: hidden;
  padding-bottom: 0.9em;
  border-radius: 0.9em;
  background: color-mix(in srgb, var(--surface-2) 70%, transparent);
  &[data-now] {
    background: color-mix(in srgb, var(--day) 20%, var(--surface-2));
    box-shadow: 0 0 0 0.2em var(--day);
  }
`
const Heading = s('p')`
  display: flex;
  justify-content: space-between;
  padding: 0.5em 0.75em;
  background: var(--day);
  color: var(--on-day);
  font-size: 1.55em;
  font-weight: 700;
  & > span {
    font-weight: 560;
    opacity: 0.85;
  }
`
const Job = s('div')`
  position: relative;
  overflow: hidden;
  margin: 0.9em 0.8em 0;
  padding: 0.9em 1em 1em;
  border-radius: 0.6em;
  background: var(--surface-3);
  & > p {
    color: var(--text-2);
    font-size: 1.3em;
    font-weight: 600;
    white-space: nowrap;
  }
  & > b { font: 620 2em / 1.15 var(--f-display); }
  &[data-done] > b { color: var(--text-2); }
  ${narrow} { padding-inline: 0.7em; }
`
const Done = s(Progress)`
  position: absolute;
  left: 0;
  bottom: 0;
  height: 0.35em;
`

/** The week's board: a column per day with its jobs and their progress. `rows`: number of products, at most four. */
export function BoardScreen({ trade = 'bakery', rows = 4, label }: SampleProps & { rows?: number }) {
  const { goods, floor } = samples[trade]
  const shown = goods.slice(0, rows)
  const altText = `${floor.title} with one colored column for each weekday, and Friday in progress`
  return (
    <AppScreen label={label ?? altText} tab={floor.tab}>
      <Padded>
        <PartHead
          title={floor.title}
          note="Week 47 · quantities come from confirmed orders"
          status={['Friday in progress', 'fri']}
        />
        <Board>
          {WEEK.map((day, index) => (
            <DayColumn key={day} day={day} index={index} goods={shown} />
          ))}
        </Board>
      </Padded>
    </AppScreen>
  )
}

function DayColumn({ day, index, goods }: { day: Day; index: number; goods: readonly Good[] }) {
  const past = index < TODAY_INDEX
  const percent = ({ done, week }: Good) =>
    index === TODAY_INDEX ? percentDone(done, week[TODAY_INDEX]) : past ? 100 : 0
  return (
    <Column data-day={day} data-now={index === TODAY_INDEX || undefined}>
      <Heading>
        {dayName(day)}
        <span>{MONDAY_DATE + index}</span>
      </Heading>
      {goods
        .filter(({ week }) => week[index])
        .map((good) => (
          <Job key={good.product} data-done={past || undefined}>
            <p>{good.short}</p>
            <b>{good.week[index]}</b>
            <Done percent={percent(good)} />
          </Job>
        ))}
    </Column>
  )
}
