import { formatDateTime } from '#client/lib/dates.ts'

/** A date and time in the reader's time zone. */
export const When = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at, 'local')}</time>
