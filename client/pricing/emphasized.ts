import type { Edition } from '#contract/editions.ts'

/** The edition that the design emphasizes. This says nothing of how many chose it. */
const EMPHASIZED_PLAN = 2

export const isEmphasized = ({ plan }: Edition) => plan === EMPHASIZED_PLAN

/** Marks a cell of the emphasized edition's column. */
export const inColumn = (edition: Edition) => ({ 'data-emphasized': isEmphasized(edition) || undefined })
