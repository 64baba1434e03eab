import { createStyled, narrow } from '#client/ui/base/styles.ts'
import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { WEEK } from '#client/ui/brand/week.ts'
import { AppScreen, Padded, PartHead } from './app-screen.tsx'
import { dayName, Listing, MONDAY_DATE, medium, Progress, Status, TODAY_INDEX, tiny, Week } from './building-blocks.tsx'
import { balanceCents, dollars, fridayOf, type Good, percentDone, type SampleProps, samples } from './samples.ts'

/** The week's board: a column per day with its jobs and their progress. */
export function BoardScreen({ trade = 'bakery' }: SampleProps) {
  const { goods, floor } = samples[trade]
  const altText = `${floor.title} with one colored column for each weekday, and Friday in progress`
  return (
    <AppScreen label={altText} tab={floor.tab}>
      <Padded>
        <PartHead
          title={floor.title}
          note="Week 47 · quantities come from confirmed orders"
          status={['Friday in progress', 'fri']}
        />
        <Board>
          {WEEK.map((day, index) => (
            <DayColumn key={day} day={day} index={index} goods={goods} />
          ))}
        </Board>
      </Padded>
    </AppScreen>
  )
}

function DayColumn({ day, index, goods }: { day: Day; index: number; goods: readonly Good[] }) {
  const past = index < TODAY_INDEX
  const percent = (good: Good) => (index === TODAY_INDEX ? percentDone(good.done, fridayOf(good)) : past ? 100 : 0)
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

export const statusColors: Record<string, Day> = {
  Active: 'tue',
  'Quote sent': 'sat',
  'On hold': 'thu',
  'New lead': 'sun',
}

export function ClientsScreen({ trade = 'bakery' }: SampleProps) {
  const { clients, invoices } = samples[trade]
  return (
    <AppScreen label="Client list with owner, status, delivery days and balance" tab="Clients">
      <Padded>
        <PartHead title="Clients" note="Sorted by next delivery" action="Add client" />
        <Clients>
          <thead>
            <tr>
              <th>Client</th>
              <th>Owner</th>
              <th>Status</th>
              <th>Delivery days</th>
              <th data-number>Balance</th>
            </tr>
          </thead>
          <tbody>
            {clients.map(({ name, owner, status, days }) => (
              <tr key={name}>
                <td>{name}</td>
                <td>{owner}</td>
                <td>
                  <Status day={statusColors[status] ?? 'mon'}>{status}</Status>
                </td>
                <td>
                  <Days lit={days} />
                </td>
                <td data-number>{dollars(balanceCents(name, invoices))}</td>
              </tr>
            ))}
          </tbody>
        </Clients>
      </Padded>
    </AppScreen>
  )
}

const s = createStyled('mockup-screens')
const Board = s('div')`
  display: grid;
  grid-template-columns: repeat(7, 1fr);
  gap: 1em;
  ${medium} {
    grid-template-columns: repeat(5, 1fr);
    & > :nth-child(-n + 2) { display: none; }
  }
  ${narrow} {
    grid-template-columns: repeat(3, 1fr);
    & > :is(:nth-child(3), :nth-child(7)) { display: none; }
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
  & > span { font-weight: 560; opacity: 0.85; }
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
  ${narrow} { margin-inline: 0.6em; padding-inline: 0.6em; }
`
const Done = s(Progress)`
  position: absolute;
  left: 0;
  bottom: 0;
  height: 0.35em;
`
const Clients = s(Listing)`
  ${medium} {
    & :is(th, td):nth-child(2) { display: none; }
  }
  ${narrow} {
    & :is(th, td):nth-child(3) { display: none; }
  }
  ${tiny} {
    & :is(th, td):nth-child(5) { display: none; }
  }
`
const Days = s(Week)`
  gap: 0.42em;
  font-size: 0.85em;
  ${narrow} {
    gap: 0.25em;
    & > span { width: 1.7em; }
  }
`
