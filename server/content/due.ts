import type { BlogSchedule } from '#contract/posts.ts'
import { stateOf } from './publication.ts'
import type { Snapshot } from './snapshot.ts'

/** What time will do next, and how many posts are in which state at this moment (decision 9). */
export function blogSchedule({ posts }: Snapshot, now: Date): BlogSchedule {
  const counts = { live: 0, draft: 0, scheduled: 0, expired: 0 }
  let next: BlogSchedule['next'] = null
  const offer = (found: NonNullable<BlogSchedule['next']>) => {
    if (next === null || found.at < next.at) next = found
  }
  for (const post of posts.values()) {
    const { id, title, date, expires } = post
    const state = stateOf(post, now)
    counts[state]++
    if (state === 'scheduled') offer({ id, title, at: date, what: 'appears' })
    if (state === 'live' && expires !== null) offer({ id, title, at: expires, what: 'expires' })
  }
  return { next, counts }
}
