/** "November 20, 2026". In UTC, as stored: server and browser must write the same day. */
export const Day = ({ date }: { date: string }) => (
  <time dateTime={date}>{new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}</time>
)
