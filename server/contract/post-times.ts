import * as v from 'valibot'
import type { PostState } from '#contract/posts.ts'

/** `2026-05-04T08:00+02:00`: a moment is nothing without its zone. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** A moment that a form sends; empty: none. */
export const moment = (label: string) => {
  const message = `${label} must be a day and a time, with its time zone.`
  return v.pipe(
    v.string(message),
    v.check((sent) => sent === '' || isMoment(sent), message),
  )
}

/** 30 February would roll over to March. */
function isMoment(sent: string): boolean {
  if (!MOMENT.test(sent) || Number.isNaN(Date.parse(sent))) return false
  const day = new Date(`${sent.slice(0, 10)}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(sent.slice(0, 10))
}

export const EXPIRES_TOO_EARLY = 'Expiry date must be later than the date.'

/** Whether what a form says of its two moments is possible. */
export const expiresLater = ({ date, expires }: Record<string, unknown>): boolean =>
  typeof date !== 'string' || typeof expires !== 'string' || !date || !expires || Date.parse(expires) > Date.parse(date)

/** GET /api/blog-schedule (administrator): what time will do next to the blog, and how many posts are in which state. */
export type BlogSchedule = {
  next: { id: string; title: string; at: string; what: 'appears' | 'expires' } | null
  counts: Record<PostState, number>
}

/** Answer to POST /api/blog-posts/{id}/preview (administrator): a path of the site, and until when it opens. */
export type PreviewLink = { path: string; until: string }
