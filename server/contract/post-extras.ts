import * as v from 'valibot'
import { trimmed } from '#contract/trimmed.ts'

/** Optional fields of a post: what goes with its featured image, and what search engines show. */

export const extraLimits = {
  image_caption: 500,
  /** `100% 100%` */
  image_focus: 20,
  seo_title: 300,
  seo_description: 500,
  canonical: 1000,
} as const
export type ExtraField = keyof typeof extraLimits
export const extraFields = Object.keys(extraLimits) as readonly ExtraField[]

/** These fields alone. */
export const extrasOf = (post: Readonly<Record<ExtraField, string>>) =>
  Object.fromEntries(extraFields.map((field) => [field, post[field]])) as Record<ExtraField, string>

const FOCUS = /^(\d{1,3})% (\d{1,3})%$/

/** `40% 25%`: the distance from the left and from the top. Pages put it into their styles, so nothing else may pass. */
export const isFocus = (typed: string): boolean => {
  const [, ...places] = FOCUS.exec(typed) ?? []
  return places.length === 2 && places.every((place) => Number(place) <= 100)
}

/** A full http or https URL, or a path of this site. */
export function isCanonical(typed: string): boolean {
  if (!/^(?:https?:\/\/|\/(?![/\\]))[^\s\\<>"]*$/i.test(typed)) return false
  if (!URL.canParse(typed, 'https://site.invalid')) return false
  const { username, password } = new URL(typed, 'https://site.invalid')
  return username === '' && password === ''
}

const ONE_LINE = 'This must be one line of plain text.'
/** A line of plain text, whose message names neither the field nor what was typed. */
const line = (max: number) =>
  v.pipe(
    v.string(ONE_LINE),
    trimmed(),
    v.maxLength(max, `This must be at most ${max} characters long`),
    v.regex(/^\P{Cc}*$/u, ONE_LINE),
  )

const FOCUS_MESSAGE = 'The focal point is written like 40% 25%.'
const CANONICAL_MESSAGE = 'The canonical URL must begin with https://, http:// or /.'

/** As text fields of a form. Absent: unchanged; empty: removed. */
export const extraFormFields = {
  image_caption: v.optional(line(extraLimits.image_caption)),
  image_focus: v.optional(
    v.pipe(
      line(extraLimits.image_focus),
      v.check((typed) => typed === '' || isFocus(typed), FOCUS_MESSAGE),
    ),
  ),
  seo_title: v.optional(line(extraLimits.seo_title)),
  seo_description: v.optional(line(extraLimits.seo_description)),
  canonical: v.optional(
    v.pipe(
      line(extraLimits.canonical),
      v.check((typed) => typed === '' || isCanonical(typed), CANONICAL_MESSAGE),
    ),
  ),
}
