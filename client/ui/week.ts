import type { Day } from './pallet-scene.tsx'

/** The week as DESIGN §1 colors it. */
export const WEEK: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** CSS: whatever says `data-day` has its day's color at hand. A rule for each day here, instead of one in everything that has a day. */
export const dayColors = WEEK.map((day) => `[data-day=${day}]{--day:var(--${day});--day-ink:var(--${day}-ink)}`).join(
  '',
)
