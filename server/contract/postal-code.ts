import { isUsZip } from '#contract/validators.ts'

const CANADIAN = /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i

/** A US zip code in every country; in Canada also `A1A 1A1`, with or without the space. */
export const isPostalCode = (typed: string, country: unknown): boolean =>
  isUsZip(typed) || (country === 'Canada' && CANADIAN.test(typed))
