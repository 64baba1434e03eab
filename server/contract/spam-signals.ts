import * as v from 'valibot'

/** Spam signals of a form. They mark a submission and never reject it. */

/** A field that people do not see: whether it was filled in. */
export const honeypot = v.pipe(
  v.optional(v.unknown(), ''),
  v.transform((typed) => typed !== ''),
)

/** How long the form was open, in milliseconds; `undefined` when it was not measured, as without JavaScript. */
export const fillTime = v.pipe(v.optional(v.unknown()), v.transform(duration))

function duration(sent: unknown): number | undefined {
  const ms = typeof sent === 'string' && sent !== '' ? Number(sent) : sent
  return typeof ms === 'number' && Number.isFinite(ms) && ms >= 0 ? ms : undefined
}
