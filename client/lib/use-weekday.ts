import { useEffect, useState } from 'react'

/** Today's place in the reader's week, 0 for Monday; `undefined` until the browser has taken over, for the server cannot know. */
export function useWeekday(): number | undefined {
  const [weekday, setWeekday] = useState<number>()
  useEffect(() => setWeekday((new Date().getDay() + 6) % 7), [])
  return weekday
}
