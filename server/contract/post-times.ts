import * as v from 'valibot'
import type { PostState } from '#contract/posts.ts'

/** `2026-05-04T08:00+02:00`: a time requires a time zone. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** A time from a form; empty means none. */
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

/** Whether the expiry is later than the date. */
export const expiresLater = ({ date, expires }: Record<string, unknown>): boolean =>
  typeof date !== 'string' || typeof expires !== 'string' || !date || !expires || Date.parse(expires) > Date.parse(date)

/** GET /api/blog-schedule (administrator): what is due next, and the number of posts per state. */
export type BlogSchedule = {
  next: { id: string; title: string; at: string; what: 'appears' | 'expires' } | null
  counts: Record<PostState, number>
}

/** The response to POST /api/blog-posts/{id}/preview (administrator): a path and its expiry. */
export type PreviewLink = { path: string; until: string }
