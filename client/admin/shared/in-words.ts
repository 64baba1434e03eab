const MINUTE_SECONDS = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS
const DAY_SECONDS = 24 * HOUR_SECONDS
const GIGABYTE = 1024 ** 3
const MEGABYTE = 1024 ** 2

/** "2 days, 3 hours", "1 hour, 5 minutes", "less than a minute". */
export function durationInWords(seconds: number): string {
  if (seconds < MINUTE_SECONDS) return 'less than a minute'
  const days = Math.floor(seconds / DAY_SECONDS)
  const hours = Math.floor((seconds % DAY_SECONDS) / HOUR_SECONDS)
  const minutes = Math.floor((seconds % HOUR_SECONDS) / MINUTE_SECONDS)
  const parts =
    days > 0 ? [counted(days, 'day'), counted(hours, 'hour')] : [counted(hours, 'hour'), counted(minutes, 'minute')]
  return parts.filter((part) => part !== '').join(', ')
}

const counted = (count: number, noun: string): string =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`

/** "12.3 GB", "480 MB". */
export const sizeInWords = (bytes: number): string =>
  bytes < GIGABYTE ? `${Math.floor(bytes / MEGABYTE)} MB` : `${(bytes / GIGABYTE).toFixed(1)} GB`
