import { useEffect, useState } from 'react'
import { WEEK } from '#client/ui/brand/week.ts'
import { createStyled } from '#client/ui/styles.ts'

/** The days of the week in their colors, with today highlighted. Decorative. */
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

/**
 * The current day, 0 for Monday; `undefined` until hydration, because the server does not know the reader's time zone.
 */
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
