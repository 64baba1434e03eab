import { useWeekday } from '#client/hooks/use-weekday.ts'
import { scoped } from '#client/ui/scoped.ts'
import { WEEK } from '#client/ui/week.ts'

const s = scoped('week-strip')
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
