import type { Site } from '#contract/site.ts'

/** A company and its postal address in one line. */
export const companyLine = ({ name, address }: NonNullable<Site['company']>) =>
  [name, ...address.split('\n')].map((part) => part.trim().replace(/,$/, '')).join(', ')
