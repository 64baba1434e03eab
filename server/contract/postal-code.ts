import { isUsZip } from '#contract/validators.ts'

const CANADIAN = /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i

/** For every country what the US check passes; in Canada also `A1A 1A1`, with or without the space (decision 23). */
export const isPostalCode = (typed: string, country: unknown): boolean =>
  isUsZip(typed) || (country === 'Canada' && CANADIAN.test(typed))
