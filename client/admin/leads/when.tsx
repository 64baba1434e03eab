const dayMs = 24 * 60 * 60 * 1000
const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long' })
const inYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const everyYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const whole = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' })

/** A moment as one says it, in the reader's own time zone: the day beside today, and the time. */
export function When({ at, now = new Date() }: { at: string; now?: Date }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={whole.format(date)}>
      {relativeDay(date, now)}, {clock.format(date)}
    </time>
  )
}

/** "Today", "Yesterday", "Monday" within the week, "Nov 3", "Nov 3, 2025". */
export function relativeDay(date: Date, now: Date): string {
  const days = Math.round((midnight(now) - midnight(date)) / dayMs)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days > 1 && days < 7) return weekday.format(date)
  return (date.getFullYear() === now.getFullYear() ? inYear : everyYear).format(date)
}

/** Rounded above: a day on which the clocks change is an hour short or long. */
const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
