import { formatDate } from '#contract/dates.ts'

/** A day in full, which programs can read, too. */
export const Day = ({ date }: { date: string }) => <time dateTime={date}>{formatDate(date)}</time>
