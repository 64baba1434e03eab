const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** "2026-11-20" → "November 20, 2026". In UTC, as stored: server and browser must write the same day. Without `Intl`, as `figure`. */
export function longDay(date: string): string {
  const day = new Date(date)
  return `${MONTHS[day.getUTCMonth()]} ${day.getUTCDate()}, ${day.getUTCFullYear()}`
}

/** A day in full, which programs can read, too. */
export const Day = ({ date }: { date: string }) => <time dateTime={date}>{longDay(date)}</time>
