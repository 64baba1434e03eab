import { formatDate, formatMonthDay, formatShortDate, formatTime, formatWeekday } from '#contract/dates.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A moment as one says it, in the reader's own time zone: the day beside today, and the time. */
export function When({ at, now = new Date() }: { at: string; now?: Date }) {
  const whole = `${formatWeekday(at, 'local')}, ${formatDate(at, 'local')}, ${formatTime(at, 'local')}`
  return (
    <time dateTime={at} title={whole}>
      {relativeDay(new Date(at), now)}, {formatTime(at, 'local')}
    </time>
  )
}

/** "Today", "Yesterday", "Monday" within the week, "Nov 3", "Nov 3, 2025". */
export function relativeDay(date: Date, now: Date): string {
  const days = Math.round((midnight(now) - midnight(date)) / dayMs)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days > 1 && days < 7) return formatWeekday(date, 'local')
  return (date.getFullYear() === now.getFullYear() ? formatMonthDay : formatShortDate)(date, 'local')
}

/** Rounded above: a day on which the clocks change is an hour short or long. */
const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
