import type { Day } from './pallet-scene.tsx'

/** The week as DESIGN §1 colors it. */
export const WEEK: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
