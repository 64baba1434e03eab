import { useEffect, useState } from 'react'
import { WEEK } from '#client/ui/brand/week.ts'
import { createStyled } from '#client/ui/styles.ts'

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

/** Today's place in the reader's week, 0 for Monday; `undefined` until the browser has taken over, for the server cannot know. */
export function useWeekday(): number | undefined {
  const [weekday, setWeekday] = useState<number>()
  useEffect(() => setWeekday((new Date().getDay() + 6) % 7), [])
  return weekday
}

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
