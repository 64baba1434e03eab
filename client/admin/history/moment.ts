/** "Nov 20, 2026, 11:30 PM", where and as the reader counts time. */
export const momentInWords = (at: string) =>
  new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
