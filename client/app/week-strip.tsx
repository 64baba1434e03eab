import { useWeekday } from '#client/hooks/use-weekday.ts'
import { scoped } from '#client/ui/scoped.ts'

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const s = scoped('week-strip')
const Strip = s('div')`
  display: flex;
  height: 6px;
`
const Day = s('i')<{ $day: (typeof days)[number]; $today: boolean }>`
  flex: 1;
  background: ${({ $day }) => `var(--${$day})`};
  opacity: ${({ $today }) => ($today ? 1 : 0.5)};
`

/** The week in its colours, today's lit. Decoration: says nothing that is not said elsewhere. */
export function WeekStrip() {
  const weekday = useWeekday()
  return (
    <Strip aria-hidden="true">
      {days.map((day, index) => (
        <Day key={day} $day={day} $today={index === weekday} />
      ))}
    </Strip>
  )
}
