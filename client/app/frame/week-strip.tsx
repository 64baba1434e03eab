import { useWeekday } from '#client/lib/use-weekday.ts'
import { WEEK } from '#client/ui/brand/week.ts'
import { createStyled } from '#client/ui/create-styled.ts'

const s = createStyled('week-strip')
const Strip = s('div')`
  display: flex;
  height: 6px;
`
const Day = s('i')`
  flex: 1;
  background: var(--day);
  &:not([data-today]) { opacity: 0.5; }
`

/** The week in its colours, today's lit. Decoration: says nothing that is not said elsewhere. */
export function WeekStrip() {
  const weekday = useWeekday()
  return (
    <Strip aria-hidden="true">
      {WEEK.map((day, index) => (
        <Day key={day} data-day={day} data-today={index === weekday || undefined} />
      ))}
    </Strip>
  )
}
