import { type ExtraField, extraFields } from '#contract/post-extras.ts'

/** The optional texts of a post that has none of them. */
export const BLANK_EXTRAS = Object.fromEntries(extraFields.map((field) => [field, ''])) as Record<ExtraField, string>
