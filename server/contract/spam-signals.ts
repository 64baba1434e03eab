import * as v from 'valibot'

/** What a form sends along unseen, for marks: neither of them ever refuses (decision 26). */

/** A field that people do not see: whether something is in it. */
export const honeypot = v.pipe(
  v.optional(v.unknown(), ''),
  v.transform((typed) => typed !== ''),
)

/** How long the form was open, in milliseconds; `undefined` where nobody measured, as without JavaScript. */
export const fillTime = v.pipe(v.optional(v.unknown()), v.transform(duration))

function duration(sent: unknown): number | undefined {
  const ms = typeof sent === 'string' && sent !== '' ? Number(sent) : sent
  return typeof ms === 'number' && Number.isFinite(ms) && ms >= 0 ? ms : undefined
}
