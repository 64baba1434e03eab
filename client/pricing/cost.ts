import { type Edition, editions } from '#contract/editions.ts'
import type { Plan } from '#contract/site.ts'

/** In US dollars, without plugins. Without `total` the price is agreed on. */
export type Cost = { edition: Edition; total?: Total }
/** `saving` is what a year costs less when it is billed annually; 0 if it does not. */
export type Total = { perMonth: number; perYear: number; saving: number }

/** The smallest edition that takes these people, and what they pay. Beyond all sizes it is Enterprise, without a total. */
export function costOf(people: number, plans: readonly Plan[], monthly: boolean): Cost {
  const fitting = editions.find(({ users }) => people <= Number(users))
  const edition = fitting ?? editions[3]
  const plan = fitting && plans[fitting.plan - 1]
  if (!plan || plan.price_shown === false) return { edition }
  // Whole cents, because a sum of fractions may be off by one.
  const centsPerMonth = (price: number) => Math.round(price * 100) * people
  const [billedMonthly, billedAnnually] = [centsPerMonth(plan.monthly_price), centsPerMonth(plan.annual_price)]
  const cents = monthly ? billedMonthly : billedAnnually
  const saving = Math.max(0, billedMonthly - billedAnnually)
  return { edition, total: { perMonth: cents / 100, perYear: (cents * 12) / 100, saving: (saving * 12) / 100 } }
}

/** A whole number of at least one person; `undefined` for anything else. */
export function parsePeople(typed: unknown): number | undefined {
  const people = Number(typed)
  return Number.isInteger(people) && people > 0 ? people : undefined
}
